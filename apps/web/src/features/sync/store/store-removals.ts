import type { Transaction } from '../storage/storage.ts';
import { type StoreDeps, writer } from './store-deps.ts';
import { isDeleted, shownConversation } from './store-reads.ts';

/** What goes from this browser only. */
export function storeRemovals(deps: StoreDeps) {
  const writing = writer(deps);

  return {
    /** Removes a deleted conversation from this browser only, unless it was written to since. */
    forget: (id: string) =>
      writing(
        [id],
        async (trx) => {
          const row = await trx.conversation(id);
          if (row && isDeleted(shownConversation(row))) await forget(trx, id);
        },
        // It may be open in this tab, too.
        'elsewhere',
      ),

    /** Throws away the conversations that cannot be read. */
    discardUnreadable: () =>
      writing([], async (trx) => {
        for (const id of await trx.unreadableConversations()) await trx.removeConversation(id);
      }),

    /** Throws away the messages of a conversation that cannot be read. `isFetched`: the account has them still. */
    discardUnreadableIn: (id: string, isFetched: boolean) =>
      writing(
        [id],
        async (trx) => {
          for (const message_id of await trx.unreadableMessages(id)) {
            await trx.removeMessage(id, message_id);
            await trx.removeChunks(message_id);
            await trx.removeFiles(message_id);
          }
          const row = await trx.conversation(id);
          if (!row || !isFetched) return;
          const { tail_seq, ...rest } = row;
          await trx.putConversation({ ...rest, seq_seen: 0, is_complete: false });
        },
        'elsewhere',
      ),
  };
}

async function forget(trx: Transaction, id: string) {
  for (const { message_id } of await trx.messages(id)) {
    await trx.removeChunks(message_id);
    await trx.removeFiles(message_id);
  }
  await trx.removeMessages(id);
  await trx.removeConversation(id);
}
