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
  /** Tells the other tabs what this one has found out. */
  publish(status: SavingStatus): void;
}

/** Derives the status from what the loop is doing, here or in another tab, and from where things are stored. */
export function watchSaving({ hasPending, onStatus, publish }: SavingStatusNeeds) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isStuck = false;
  let isInMemory = false;
  let isWritten = false;
  let last: SavingStatus = 'none';

  function report(status: SavingStatus) {
    last = isInMemory ? 'memory-only' : status;
    onStatus(last);
  }

  function found(status: SavingStatus) {
    report(status);
    publish(status);
  }

  async function check() {
    if (isStuck && (await hasPending()) && isStuck) found('waiting');
  }

  function rest() {
    clearTimeout(timer);
    timer = undefined;
    isStuck = false;
  }

  return {
    onSyncState(state: SyncState) {
      // While it pulls, the outcome is not known yet. A push that takes long is one that fails, or nearly.
      if (state === 'pulling') return;
      if (state === 'pushing' || state === 'backoff' || state === 'signed-out') {
        timer ??= setTimeout(() => {
          isStuck = true;
          void check();
        }, patience);
        return;
      }
      rest();
      found(state === 'full' ? 'full' : 'none');
    },
    /** Another tab has found it out. */
    report,
    /** Whether everything new is stored in memory only. */
    setInMemory(now: boolean) {
      isInMemory = now;
      report('none');
    },
    isInMemory: () => isInMemory,
    /** Whether something has been written since then. */
    isWrittenInMemory: () => isInMemory && isWritten,
    /** For a new tab. */
    publish() {
      if (last !== 'none' && !isInMemory) publish(last);
    },
    /** There is something else to save. */
    recheck() {
      isWritten = isInMemory;
      void check();
    },
    stop: rest,
  };
}
