import { jsonIn } from '../../../lib/state/json-in.ts';
import { live } from '../../../lib/state/live.ts';
import type { SafeStorage } from '../../../lib/state/storage.ts';
import type { KeyFailure } from '../models/failure-toast.ts';

/** Why a lend answers nobody right now. */
export type LendTrouble =
  /** Its provider did not answer with this key. */
  | { kind: 'failed'; failed: KeyFailure }
  /** The browser had stopped the page in the background (milliseconds since 1970). */
  | { kind: 'asleep'; from: number; to: number };

type Troubles = Readonly<Record<string, LendTrouble>>;

/** `seen`: when a page that lends there was last open (milliseconds since 1970). */
type StoredTrouble = Extract<LendTrouble, { kind: 'failed' }> & { seen: number };

/** Milliseconds after which such a page counts as closed: in the background its timers run once a minute. */
const away = 180_000;
/** Milliseconds after which it no longer counts as asleep either: until then it may wake, and its trouble is still true. */
const asleepAtMost = 86_400_000;

/**
 * What is wrong with lends, by space, until it is put right, or its person has seen it. That a key failed is told on every
 * page of the browser: a lend with a time is shown on all of them.
 */
export function lendTroubles(browser: SafeStorage, account: string, now: () => number) {
  const entry = `polylogue.lend_troubles.${account}`;
  let asleep: Troubles = {};
  const stored = () => failedIn(browser.read(entry));
  const isOver = ({ failed: { until = Infinity }, seen }: StoredTrouble, patience: number) =>
    until <= now() || now() - seen > patience;
  const shown = (): Troubles => ({
    ...asleep,
    ...Object.fromEntries(Object.entries(stored()).filter(([, trouble]) => !isOver(trouble, away))),
  });
  const all = live<Troubles, Troubles>(shown(), (before, next) =>
    JSON.stringify(before) === JSON.stringify(next) ? before : next,
  );
  const show = () => all.dispatch(shown());
  browser.listen((name) => (name === null || name === entry) && show());

  function changeFailed(change: (failed: Record<string, StoredTrouble>) => void) {
    const failed = stored();
    change(failed);
    const text = Object.keys(failed).length > 0 ? JSON.stringify(failed) : null;
    if (text === browser.read(entry)) return;
    if (text === null) browser.remove(entry);
    else browser.write(entry, text);
  }

  return {
    read: all.read,
    listen: all.listen,
    start: all.start,
    set(space_id: string, trouble: LendTrouble) {
      if (trouble.kind === 'failed') {
        const { details: _, ...failure } = trouble.failed.failure;
        const failed = { ...trouble.failed, failure };
        changeFailed((others) => Object.assign(others, { [space_id]: { ...trouble, failed, seen: now() } }));
      } else {
        asleep = { ...asleep, [space_id]: trouble };
        show();
      }
    },
    clear(space_id: string) {
      const { [space_id]: gone, ...others } = asleep;
      asleep = others;
      changeFailed((failed) => void delete failed[space_id]);
      if (gone) show();
    },
    /** Shows no longer what is over by now, also because no page lends there any more. `lends`: of this page, by space. */
    check(lends: Readonly<Record<string, unknown>>) {
      changeFailed((failed) => {
        for (const [space_id, trouble] of Object.entries(failed)) {
          if (space_id in lends) trouble.seen = now();
          if (isOver(trouble, asleepAtMost)) delete failed[space_id];
        }
      });
      // What is only hidden was not written.
      show();
    },
    clearAll() {
      asleep = {};
      if (browser.read(entry) === null) show();
      else browser.remove(entry);
    },
  };
}
export type LendTroubles = ReturnType<typeof lendTroubles>;

/** The spaces of troubles with what only another page lends: what this page slept through went with its lend. */
export const troubledElsewhere = (troubles: Troubles, lends: Readonly<Record<string, unknown>>): string[] =>
  Object.keys(troubles).filter((space_id) => !(space_id in lends) && troubles[space_id]?.kind === 'failed');

/** Garbage counts as none. */
const failedIn = (text: string | null): Record<string, StoredTrouble> =>
  Object.fromEntries(Object.entries(Object(jsonIn(text))).filter(isFailed));

function isFailed(one: [string, unknown]): one is [string, StoredTrouble] {
  const { kind, failed, seen } = Object(one[1]) as Partial<StoredTrouble>;
  const { failure, connection } = (failed ?? {}) as Partial<KeyFailure>;
  const texts = [failure?.kind, failure?.message, connection?.provider, connection?.endpoint];
  return kind === 'failed' && typeof seen === 'number' && texts.every((text) => typeof text === 'string');
}
