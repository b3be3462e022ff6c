import { live } from '../../../lib/state/live.ts';
import type { SafeStorage } from '../../../lib/state/storage.ts';
import { isLend, type LendOver, type Lends, type OwnLend } from './lends.ts';

/** What a lender is told of a space once something has changed, until they answer it. */
export interface LendNotice {
  space_id: string;
  space_name: string;
  /** A lend is over, by itself or `stopped` by its person. */
  because: LendOver | 'stopped';
  /** What was lent. */
  own: OwnLend;
}

/** In the storage of the tab, since a page that was discarded is loaded anew. */
export function lendNotices(tab: Pick<SafeStorage, 'read' | 'write' | 'remove'>, account: string) {
  const entry = `polylogue.lent_over.${account}`;
  const all = live<readonly LendNotice[], readonly LendNotice[]>(
    noticesIn(tab.read(entry)),
    (_, next) => next,
  );

  function change(next: readonly LendNotice[]) {
    all.dispatch(next);
    if (next.length === 0) tab.remove(entry);
    else tab.write(entry, JSON.stringify(next));
  }

  function check(lends: Readonly<Record<string, unknown>>) {
    const over = all.read().filter(({ space_id }) => !(space_id in lends));
    if (over.length < all.read().length) change(over);
  }

  const others = (space_id: string) => all.read().filter((one) => one.space_id !== space_id);
  return {
    read: all.read,
    listen: all.listen,
    start: all.start,
    add: (notice: LendNotice) => change([...others(notice.space_id), notice]),
    /** Its person knows. */
    dismiss: (space_id: string) => check({ [space_id]: true }),
    /** Tells no longer of what is lent again, in whichever tab. */
    follow(lends: Pick<Lends, 'read' | 'listen'>) {
      lends.listen(() => check(lends.read()));
      check(lends.read());
    },
  };
}
export type LendNotices = ReturnType<typeof lendNotices>;

/** Garbage counts as none. */
function noticesIn(text: string | null): LendNotice[] {
  try {
    const list: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(list) ? list.filter(isNotice) : [];
  } catch {
    return [];
  }
}

const isNotice = (value: unknown): value is LendNotice => {
  const { space_id, space_name, because, own } = (value ?? {}) as Partial<LendNotice>;
  const areTexts = [space_id, space_name, because].every((one) => typeof one === 'string');
  return areTexts && isLend(own);
};
