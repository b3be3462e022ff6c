import type { SyncState } from './loop.ts';

/**
 * Why messages are not saved where they should be. `waiting`: not in the account for over ten seconds · `full`: the
 * account has no room · `memory-only`: this browser cannot store anything, or anything more.
 */
export type SavingStatus = 'none' | 'waiting' | 'full' | 'memory-only';

/** Milliseconds a failure may last before it is reported. */
const patience = 10_000;

interface SavingStatusNeeds {
  hasPending(): Promise<boolean>;
  onStatus(status: SavingStatus): void;
}

/** Derives the status from what the loop is doing. */
export function savingStatus({ hasPending, onStatus }: SavingStatusNeeds) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isStuck = false;

  async function check() {
    if (isStuck && (await hasPending()) && isStuck) onStatus('waiting');
  }

  function rest() {
    clearTimeout(timer);
    timer = undefined;
    isStuck = false;
  }

  return {
    onSyncState(state: SyncState) {
      // While it pushes or pulls, the outcome is not known yet.
      if (state === 'pushing' || state === 'pulling') return;
      if (state === 'backoff' || state === 'signed-out') {
        timer ??= setTimeout(() => {
          isStuck = true;
          void check();
        }, patience);
        return;
      }
      rest();
      onStatus(state === 'full' ? 'full' : 'none');
    },
    /** There is something else to save. */
    recheck: () => void check(),
    stop: rest,
  };
}
