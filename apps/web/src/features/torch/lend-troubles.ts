import { live } from '../../lib/state/live.ts';
import type { KeyFailure } from './failure-toast.ts';

/** Why a lend answers nobody right now. */
export type LendTrouble =
  /** Its provider did not answer with this key. */
  | { kind: 'failed'; failed: KeyFailure }
  /** The browser had stopped the page in the background (milliseconds since 1970). */
  | { kind: 'asleep'; from: number; to: number };

type Troubles = Readonly<Record<string, LendTrouble>>;

/** What is wrong with lends, by space, until it is put right, or its person has seen it. */
export function lendTroubles() {
  const all = live<Troubles, Troubles>({}, (_, next) => next);
  return {
    read: all.read,
    listen: all.listen,
    start: all.start,
    set: (space_id: string, trouble: LendTrouble) => all.dispatch({ ...all.read(), [space_id]: trouble }),
    clear(space_id: string) {
      const { [space_id]: gone, ...others } = all.read();
      if (gone) all.dispatch(others);
    },
    clearAll: () => all.dispatch({}),
  };
}
export type LendTroubles = ReturnType<typeof lendTroubles>;
