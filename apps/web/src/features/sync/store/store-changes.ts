import type { MessageDetails, UsageRecord } from '@polylogue/contract';
import { newId, type StampedFields, storable } from '@polylogue/sync';
import { changeMessage, newMessage } from '../rows/message-rows.ts';
import { type ConversationRow, changeConversation, emptyConversation } from '../rows/rows.ts';
import { putFiles } from '../storage/message-files.ts';
import type { Transaction } from '../storage/storage.ts';
import { fieldsOfAction, type ListAction } from './list-actions.ts';
import { type StoreDeps, writer } from './store-deps.ts';
import { type ConversationExport, type ShownConversation, shownConversation } from './store-reads.ts';

/** Rows that are changed in one go. */
const atOnce = 100;

/** A message created here. */
export interface CreatedMessage {
  conversation_id: string;
  message_id: string;
  parent_id: string | null;
  role: 'user' | 'assistant';
  /** The whole text of a question; absent for a reply. */
  body?: string;
  details?: MessageDetails;
  /** What is stored about its files, by name. */
  files?: Readonly<Record<string, unknown>>;
}

/** Changes made here. */
export function storeChanges({ storage, now, changed }: StoreDeps) {
  const writing = writer({ storage, changed });

  async function conversationIn(trx: Transaction, id: string): Promise<ConversationRow> {
    return (await trx.conversation(id)) ?? emptyConversation(id, now());
  }

  async function setFields(trx: Transaction, id: string, fields: StampedFields) {
    await trx.putConversation(changeConversation(await conversationIn(trx, id), fields, now()));
  }

  /** Changes fields of conversations that are here, to what depends on those each has: of all of them or of none. */
  async function changeFields(
    ids: readonly string[],
    fieldsOf: (row: ShownConversation) => StampedFields,
  ): Promise<void> {
    const changedIds: string[] = [];
    await storage.write(async (trx) => {
      const changeOne = async (id: string) => {
        const row = await trx.conversation(id);
        if (!row || row.synced?.is_purged) return;
        await trx.putConversation(changeConversation(row, fieldsOf(shownConversation(row)), now()));
        changedIds.push(id);
      };
      // In one transaction, but the page has its turn in between.
      for (let from = 0; from < ids.length; from += atOnce)
        await Promise.all(ids.slice(from, from + atOnce).map(changeOne));
    });
    if (changedIds.length > 0) changed(changedIds, 'here');
  }

  return {
    /** Files of a message that were loaded, or thumbnails drawn, after it was created. */
    addFiles: (conversation_id: string, message_id: string, files: Readonly<Record<string, unknown>>) =>
      writing([conversation_id], (trx) => putFiles(trx, { conversation_id, message_id }, files), 'growing'),

    setFields: (id: string, fields: StampedFields) => writing([id], (trx) => setFields(trx, id, fields)),

    changeFields,

    /** What the user does to conversations in a list; those no longer here are skipped. */
    applyAction: (ids: readonly string[], action: ListAction) =>
      changeFields(ids, (row) => fieldsOfAction(action, row, now())),

    create: (message: CreatedMessage, fields: StampedFields) =>
      writing([message.conversation_id], async (trx) => {
        const { conversation_id, message_id, parent_id, role, body = '', details, files = {} } = message;
        const at = now();
        const row = newMessage({ conversation_id, message_id, parent_id, role, created_at: at });
        const text = role === 'user' ? wholeText(storable(body), at) : null;
        await trx.putMessage(
          changeMessage({ ...row, details: details ?? null }, { text, details: !!details }, at),
        );
        await putFiles(trx, row, files);
        const conversation = changeConversation(await conversationIn(trx, conversation_id), fields, at);
        await trx.putConversation({ ...conversation, last_message_at: at });
      }),

    setMessageFields: (conversationId: string, id: string, fields: StampedFields) =>
      writing([conversationId], async (trx) => {
        const row = await trx.message(conversationId, id);
        if (row) await trx.putMessage(changeMessage(row, { fields }, now()));
      }),

    /** What is known about a message besides its text. */
    setDetails: (conversationId: string, id: string, details: MessageDetails) =>
      writing([conversationId], async (trx) => {
        const row = await trx.message(conversationId, id);
        if (row) await trx.putMessage(changeMessage({ ...row, details }, { details: true }, now()));
      }),

    addUsage: (record: UsageRecord) => writing([], (trx) => trx.putUsage(record)),

    /** Imports a conversation that was stored without an account: all of it is to be sent. */
    importConversation: ({ conversation, messages, chunks, files }: ConversationExport) =>
      writing([conversation.conversation_id], async (trx) => {
        const id = conversation.conversation_id;
        // Known if it was imported before the page was closed half-way; something may have been written since.
        const known = await trx.conversation(id);
        const last_message_at = Math.max(conversation.last_message_at, known?.last_message_at ?? 0);
        const row = changeConversation(known ?? conversation, conversation.pending, now());
        await trx.putConversation({ ...row, last_message_at });
        const added = new Set<string>();
        for (const message of messages) {
          if (await trx.message(id, message.message_id)) continue;
          added.add(message.message_id);
          await trx.putMessage(changeMessage(message, {}, now()));
        }
        for (const chunk of chunks) if (added.has(chunk.message_id)) await trx.putChunk(chunk);
        for (const [message_id, name, value] of files) {
          if (added.has(message_id))
            await putFiles(trx, { conversation_id: id, message_id }, { [name]: value });
        }
      }),

    /** Marks it as recently opened: those not opened for longest are removed first when there is no room. */
    markOpened: (id: string): Promise<void> =>
      storage.write(async (trx) => {
        const row = await trx.conversation(id);
        if (row) await trx.putConversation({ ...row, opened_at: now() });
      }),
  };
}

/** A text that was not received bit by bit. */
export function wholeText(text: string, at: number) {
  return {
    run_id: newId(),
    previous_run_id: null,
    base: 0,
    reasoning_base: 0,
    text,
    reasoning: '',
    sent: 0,
    reasoning_sent: 0,
    ended_at: at,
  };
}
