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

/**
 * What is wrong with lends, by space, until it is put right, or its person has seen it. That a key failed is told on every
 * page of the browser: a lend with a time is shown on all of them.
 */
export function lendTroubles(browser: SafeStorage, account: string, now: () => number) {
  const entry = `polylogue.lend_troubles.${account}`;
  let asleep: Troubles = {};
  const stored = () => troublesIn(browser.read(entry), now());
  const all = live<Troubles, Troubles>(stored(), (_, next) => next);
  const show = () => all.dispatch({ ...asleep, ...stored() });
  browser.listen((name) => (name === null || name === entry) && show());

  function changeFailed(change: (failed: Record<string, LendTrouble>) => void) {
    const failed = stored();
    change(failed);
    if (Object.keys(failed).length > 0) browser.write(entry, JSON.stringify(failed));
    else if (browser.read(entry) !== null) browser.remove(entry);
  }

  return {
    read: all.read,
    listen: all.listen,
    start: all.start,
    set(space_id: string, trouble: LendTrouble) {
      if (trouble.kind === 'failed') {
        const { details: _, ...failure } = trouble.failed.failure;
        const failed = { ...trouble.failed, failure };
        changeFailed((others) => Object.assign(others, { [space_id]: { ...trouble, failed } }));
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
    /** Drops what is over by now. */
    check() {
      if (Object.values(all.read()).some((one) => isOver(one, now()))) show();
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
function troublesIn(text: string | null, now: number): Record<string, LendTrouble> {
  try {
    const stored: unknown = JSON.parse(text ?? '{}');
    const failed = Object.entries(Object(stored)).filter(isFailed);
    return Object.fromEntries(failed.filter(([, trouble]) => !isOver(trouble, now)));
  } catch {
    return {};
  }
}

const isOver = (trouble: LendTrouble, now: number): boolean =>
  trouble.kind === 'failed' && trouble.failed.until !== undefined && trouble.failed.until <= now;

function isFailed(one: [string, unknown]): one is [string, LendTrouble] {
  const { kind, failed } = Object(one[1]) as Partial<Extract<LendTrouble, { kind: 'failed' }>>;
  const { failure, connection } = (failed ?? {}) as Partial<KeyFailure>;
  const texts = [failure?.kind, failure?.message, connection?.provider, connection?.endpoint];
  return kind === 'failed' && texts.every((text) => typeof text === 'string');
}
