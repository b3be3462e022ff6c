import type { ConversationStore } from '../store/store.ts';
import { acknowledge } from './acknowledge.ts';
import type { SyncFailure } from './pull.ts';
import { type Batch, nextBatch, type Push, type PushReply, refuseBatch, rowId, rowsOfEach } from './push.ts';

/** Wait until rows that were denied are tried again, in ms. */
const denialPause = 600_000;
/** After so many denials the server is left alone for a while: perhaps everything is denied. */
const mostDenials = 5;

interface Needs {
  store: ConversationStore;
  api: { push(changes: Push, signal: AbortSignal): Promise<PushReply> };
  failureOf(error: unknown): SyncFailure;
  now(): number;
  after(ms: number, work: () => void): () => void;
  onPushed?(sent: readonly string[], changed: readonly string[]): void;
}

/**
 * What pushes all that is pending; resolves with whether the account accepts no more, and everything else was pushed.
 * @param onAllowed rows that were denied may be tried again
 */
export function pendingPusher({ store, api, failureOf, now, after, onPushed }: Needs, onAllowed: () => void) {
  /** Ids of rows that were denied. */
  const denied = new Set<string>();

  /** Leaves out the only row of this batch for now; returns how many are left out. */
  function passOver({ conversations, messages, records, push }: Batch) {
    if (denied.size === 0) {
      after(denialPause, () => {
        denied.clear();
        onAllowed();
      });
    }
    for (const row of [...conversations, ...messages, ...records, ...push.usage]) denied.add(rowId(row));
    return denied.size;
  }

  return async function pushAll(
    signal: AbortSignal,
    onBatch: () => void,
    isDeleting = false,
  ): Promise<boolean> {
    let most = rowsOfEach;
    for (;;) {
      const batch = await nextBatch(store.storage, most, denied, isDeleting);
      if (!batch) return store.isFull();
      onBatch();
      try {
        const reply = await api.push(batch.push, signal);
        signal.throwIfAborted();
        const { sent, changed } = await acknowledge(store.storage, batch, reply, now());
        onPushed?.(sent, changed);
        if (makesRoom(batch, reply)) await store.retryRefused(true);
        most = Math.min(2 * most, rowsOfEach);
      } catch (error) {
        const failure = failureOf(error);
        // A server that is full accepts deletions: they make room.
        if (failure === 'full' && !isDeleting) await pushAll(signal, onBatch, true);
        if (failure !== 'refused' && failure !== 'denied') throw error;
        // One row that the server rejects must not hold up the others: alone it is known, and after each batch that is
        // accepted the next may be twice as large.
        if (most === 1) {
          if (failure === 'refused') await refuseBatch(store.storage, batch);
          else if (passOver(batch) % mostDenials === 0) throw error;
        }
        most = 1;
      }
    }
  };
}

/**
 * Whether it has deleted something for good: what was only deleted takes its room until then. Not what a full account
 * refused because it never had it: with what else it refused, it would be sent again without end.
 */
const makesRoom = ({ push }: Batch, reply: PushReply) => {
  const erased = new Set(
    push.conversations.filter(({ fields }) => fields.erased?.[0]).map(({ conversation_id: id }) => id),
  );
  return (
    reply.conversations.some((one) => !one.refused && erased.has(one.conversation_id)) ||
    reply.records?.some((one, at) => !one.refused && push.records?.[at]?.fields.deleted?.[0])
  );
};
