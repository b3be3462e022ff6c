import { carryOver } from './carry-over.ts';
import { memoryStorage } from './memory-storage.ts';
import type { Storage, Transaction } from './storage.ts';

interface ResilientStorageNeeds {
  /** Rejects if the browser stores nothing, or does not answer in time; `late` is called with what opens after that. */
  open(late: (storage: Storage) => void): Promise<Storage>;
  /** Whether a database that was closed may be reopened: not after it was erased with a sign-in. */
  mayReopen(): boolean;
  /** Makes room for more; false if there is nothing to remove. */
  makeRoom(storage: Storage): Promise<boolean>;
  /** From now on everything new is stored in memory only. */
  onMemory(): void;
  /** The late database has replaced the memory: there may be more data than before. */
  onLate(): void;
  /** The browser or another tab has closed it, and may have erased it. */
  onClosed(): void;
}

type Mode = 'read' | 'write';
type Work<Result> = (trx: Transaction) => Promise<Result>;

/** A storage that falls back to memory when the database fails. */
export async function resilientStorage(needs: ResilientStorageNeeds): Promise<Storage> {
  let current: Storage;
  let isClosed = false;
  let isLeft = false;
  let reopening: Promise<unknown> | null = null;
  let moving: Promise<void> | null = null;

  function take(storage: Storage) {
    current = storage;
    isClosed = false;
    storage.onClosed(() => {
      if (current !== storage || isLeft) return;
      isClosed = true;
      needs.onClosed();
    });
  }

  function moveToMemory(below?: Storage) {
    take(memoryStorage(below));
    if (!isLeft) needs.onMemory();
  }

  function writeInMemory<Result>(below: Storage, work: Work<Result>) {
    if (current === below) moveToMemory(below);
    return current.write(work);
  }

  async function open() {
    const storage = needs.mayReopen() && !isLeft ? await needs.open(takeLate).catch(() => null) : null;
    if (storage) take(storage);
    else moveToMemory();
  }

  /** Moves what was done in memory until then into it. */
  function takeLate(storage: Storage) {
    if (isLeft || !needs.mayReopen()) return storage.close();
    moving = carryOver(current, storage)
      .then(
        () => {
          take(storage);
          needs.onLate();
        },
        () => storage.close(),
      )
      .finally(() => {
        moving = null;
      });
  }

  function reopen(how: () => Promise<unknown> = open): Promise<unknown> {
    reopening ??= how().finally(() => {
      reopening = null;
    });
    return reopening;
  }

  async function act<Result>(mode: Mode, work: Work<Result>): Promise<Result> {
    if (moving) await moving;
    if (isClosed) await reopen();
    const storage = current;
    try {
      return await storage[mode](work);
    } catch (error) {
      // It was closed in the middle of this, and none of it has taken effect.
      if (isClosed) {
        await reopen();
        return current[mode](work);
      }
      if (mode === 'write' && (error as Error).name === 'QuotaExceededError') return afterFull(storage, work);
      if (!(error instanceof DOMException)) throw error;
      return afterFailure(mode, storage, work);
    }
  }

  async function replace(mode: Mode, storage: Storage) {
    const next = needs.mayReopen() && !isLeft ? await needs.open(takeLate).catch(() => null) : null;
    if (!next) return mode === 'write' && moveToMemory(storage);
    // What is in memory is nowhere else.
    if (storage.rebase) return storage.rebase(next);
    take(next);
    storage.close();
  }

  /** Browsers sometimes break a connection without closing it; nothing may be lost, or seem to be. */
  async function afterFailure<Result>(mode: Mode, storage: Storage, work: Work<Result>) {
    if (current === storage) await reopen(() => replace(mode, storage));
    const next = current;
    return next[mode](work).catch((error: unknown) => {
      if (mode === 'read' || !(error instanceof DOMException)) throw error;
      return writeInMemory(next, work);
    });
  }

  async function afterFull<Result>(storage: Storage, work: Work<Result>) {
    if (await needs.makeRoom(storage).catch(() => false)) {
      const done = await storage.write(work).then(
        (result) => ({ result }),
        () => null,
      );
      if (done) return done.result;
    }
    return writeInMemory(storage, work);
  }

  await open();
  return {
    read: (work) => act('read', work),
    write: (work) => act('write', work),
    onClosed() {},
    close() {
      isLeft = true;
      isClosed = true;
      current.close();
    },
  };
}
