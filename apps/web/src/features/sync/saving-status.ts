import type { SyncState } from './loop.ts';

/**
 * Why what was said is not where it should be. `waiting`: not in the account yet, for more than ten seconds · `full`:
 * the account has no room · `memory-only`: this browser stores nothing, or nothing more.
 */
export type SavingStatus = 'none' | 'waiting' | 'full' | 'memory-only';

/** So long a failure is no status (milliseconds). */
const patience = 10_000;

interface SavingStatusNeeds {
  hasPending(): Promise<boolean>;
  tell(status: SavingStatus): void;
}

/** Judges what pushing and pulling are doing. */
export function savingStatus({ hasPending, tell }: SavingStatusNeeds) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isStuck = false;

  async function judge() {
    if (isStuck && (await hasPending()) && isStuck) tell('waiting');
  }

  function rest() {
    clearTimeout(timer);
    timer = undefined;
    isStuck = false;
  }

  return {
    become(state: SyncState) {
      // While it pushes and pulls nothing is known yet.
      if (state === 'pushing' || state === 'pulling') return;
      if (state === 'backoff' || state === 'signed-out') {
        timer ??= setTimeout(() => {
          isStuck = true;
          void judge();
        }, patience);
        return;
      }
      rest();
      tell(state === 'full' ? 'full' : 'none');
    },
    /** Something else is to be saved. */
    judge: () => void judge(),
    stop: rest,
  };
}
