import { live } from '../../lib/state/live.ts';
import type { SafeStorage } from '../../lib/state/storage.ts';
import { isLend, type LendOver, type OwnLend } from './lends.ts';

/** A lend that is over without a press, until its person knows. */
export interface LendEnding {
  own: OwnLend;
  because: LendOver;
}

/** In the storage of the tab, since a page that was discarded is loaded anew. */
const endingsEntry = (account: string) => `polylogue.lent_over.${account}`;

export function lendEndings(tab: Pick<SafeStorage, 'read' | 'write' | 'remove'>, account: string) {
  const entry = endingsEntry(account);
  const all = live<readonly LendEnding[], readonly LendEnding[]>(stored(), (_, next) => next);

  function stored(): LendEnding[] {
    try {
      const list: unknown = JSON.parse(tab.read(entry) ?? '[]');
      return Array.isArray(list) ? list.filter((one) => isLend(one?.own)) : [];
    } catch {
      return [];
    }
  }

  function change(next: readonly LendEnding[]) {
    all.dispatch(next);
    if (next.length === 0) tab.remove(entry);
    else tab.write(entry, JSON.stringify(next));
  }

  const others = (space_id: string) => all.read().filter(({ own }) => own.space_id !== space_id);
  return {
    read: all.read,
    listen: all.listen,
    start: all.start,
    add: (own: OwnLend, because: LendOver) => change([...others(own.space_id), { own, because }]),
    /** Its person knows, or lends again. */
    dismiss(space_id: string) {
      if (others(space_id).length < all.read().length) change(others(space_id));
    },
  };
}
export type LendEndings = ReturnType<typeof lendEndings>;
