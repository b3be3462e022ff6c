import type { MessageDetails, UsageRecord } from '@polylogue/contract';
import { newId, type StampedFields, storable } from '@polylogue/sync';
import { putFiles } from './message-files.ts';
import {
  type ConversationRow,
  changeConversation,
  changeMessage,
  emptyConversation,
  joined,
  type MessageRow,
  newMessage,
} from './rows.ts';
import type { Transaction } from './storage.ts';
import type { ChangedBy, StoreDeps } from './store-deps.ts';
import {
  type ConversationExport,
  isDeleted,
  type ShownConversation,
  shownConversation,
} from './store-reads.ts';

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

/** A run: one answer being received for one reply. */
interface Run {
  conversation_id: string;
  message_id: string;
  run_id: string;
  /** The length of the reply and of its reasoning when it began. */
  base: number;
  reasoning_base: number;
  /** Of a reply that an account has too. */
  whole?(): WholeReply;
}

/** A reply from its beginning, as its page has it. */
interface WholeReply {
  parent_id: string | null;
  created_at: number;
  body: string;
  reasoning: string;
}

export interface ReplyChunk extends Run {
  /** Where the texts begin in the whole reply. */
  offset: number;
  text: string;
  reasoning_offset: number;
  reasoning: string;
}

export interface Ended extends Run {
  /** The whole reply. */
  body: string;
  reasoning: string;
  details: MessageDetails;
}

/** Changes made here. */
export function storeChanges({ storage, now, changed }: StoreDeps) {
  async function writing<Result>(
    ids: readonly string[],
    work: (trx: Transaction) => Promise<Result>,
    by: ChangedBy = 'here',
  ) {
    const result = await storage.write(work);
    changed(ids, by);
    return result;
  }

  async function conversationIn(trx: Transaction, id: string): Promise<ConversationRow> {
    return (await trx.conversation(id)) ?? emptyConversation(id, now());
  }

  async function setFields(trx: Transaction, id: string, fields: StampedFields) {
    await trx.putConversation(changeConversation(await conversationIn(trx, id), fields, now()));
  }

  return {
    /** Files of a message that were loaded, or thumbnails drawn, after it was created. */
    addFiles: (conversation_id: string, message_id: string, files: Readonly<Record<string, unknown>>) =>
      writing([conversation_id], (trx) => putFiles(trx, { conversation_id, message_id }, files), 'growing'),

    setFields: (id: string, fields: StampedFields) => writing([id], (trx) => setFields(trx, id, fields)),

    /** Changes fields of a conversation that is here, to what depends on those it has. */
    changeFields: (id: string, changed: (row: ShownConversation) => StampedFields) =>
      writing([id], async (trx) => {
        const row = await trx.conversation(id);
        if (row && !row.synced?.is_purged) await setFields(trx, id, changed(shownConversation(row)));
      }),

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

    /** One second of an answer. */
    grow: (grown: ReplyChunk) =>
      writing(
        [grown.conversation_id],
        async (trx) => {
          const row = await replyIn(trx, grown, now());
          if (!row) return;
          const begun = await inRun(trx, row, grown, now());
          const { message_id, offset, text, reasoning_offset, reasoning } = grown;
          const texts = { text: storable(text), reasoning: storable(reasoning) };
          // An answer that continues one the server has not seen in full is part of the same run.
          const run_id = begun.pending?.text?.run_id ?? grown.run_id;
          await trx.putChunk({ message_id, run_id, offset, reasoning_offset, ...texts });
          await trx.putMessage(begun);
        },
        'growing',
      ),

    end: (ended: Ended) =>
      writing([ended.conversation_id], async (trx) => {
        const at = now();
        const row = await replyIn(trx, ended, at);
        if (!row) return;
        const begun = await inRun(trx, row, ended, at);
        const text = begun.pending?.text;
        if (!text) return;
        const whole = {
          ...text,
          text: storable(ended.body).slice(text.base),
          reasoning: storable(ended.reasoning).slice(text.reasoning_base),
          ended_at: at,
        };
        await trx.putMessage(
          changeMessage({ ...begun, details: ended.details }, { text: whole, details: true }, at),
        );
        await trx.removeChunks(ended.message_id);
      }),

    addUsage: (record: UsageRecord) => writing([], (trx) => trx.putUsage(record)),

    /** Ends the answers that no page is receiving any more; `isReceived` says whether one still is. */
    endCutOff: async (
      isReceived: (messageId: string, changedAt: number) => Promise<boolean>,
      details: MessageDetails,
    ) => {
      const growing = await storage.read(async (trx) =>
        (await trx.pendingMessages(10_000)).filter(
          ({ pending }) => pending?.text && pending.text.ended_at === null,
        ),
      );
      for (const row of growing) {
        if (await isReceived(row.message_id, row.changed_at ?? row.created_at)) continue;
        await writing([row.conversation_id], async (trx) => {
          const current = await trx.message(row.conversation_id, row.message_id);
          const text = current?.pending?.text;
          if (!current || !text || text.ended_at !== null) return;
          const whole = joined(text, await trx.chunks(row.message_id));
          const ended = { ...text, ...whole, ended_at: now() };
          const merged = { ...current.details, ...details };
          await trx.putMessage(
            changeMessage({ ...current, details: merged }, { text: ended, details: true }, now()),
          );
          await trx.removeChunks(row.message_id);
        });
      }
    },

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

    /** Marks it as recently opened: those not opened for longest are removed first when there is no room. */
    markOpened: (id: string): Promise<void> =>
      storage.write(async (trx) => {
        const row = await trx.conversation(id);
        if (row) await trx.putConversation({ ...row, opened_at: now() });
      }),
  };
}

/** The reply; begun anew if the account's data was erased with its sign-in, but not if it was deleted for good. */
async function replyIn(trx: Transaction, run: Run, at: number): Promise<MessageRow | undefined> {
  const { conversation_id, message_id, run_id, whole } = run;
  const row = await trx.message(conversation_id, message_id);
  if (row || !whole) return row;
  const { parent_id, created_at, body, reasoning } = whole();
  const conversation = (await trx.conversation(conversation_id)) ?? emptyConversation(conversation_id, at);
  if (created_at <= (conversation.synced?.erased_until ?? -1)) return undefined;
  await trx.putConversation(changeConversation(conversation, { leaf: [message_id, at] }, at));
  const text = { ...wholeText(storable(body), at), run_id, reasoning: storable(reasoning), ended_at: null };
  const reply = newMessage({ conversation_id, message_id, parent_id, role: 'assistant', created_at });
  return changeMessage(reply, { text }, at);
}

/** Begins the text of this run in the reply, unless it has begun. */
async function inRun(trx: Transaction, row: MessageRow, run: Run, at: number): Promise<MessageRow> {
  const { run_id, base, reasoning_base } = run;
  const text = row.pending?.text;
  if (text?.run_id === run_id) return changeMessage(row, {}, at);
  if (text) {
    // Unacknowledged text of the previous answer continues in the same run: the server never saw its end.
    const whole = joined(text, await trx.chunks(row.message_id));
    return changeMessage(row, { text: { ...text, ...whole, run_id: text.run_id, ended_at: null } }, at);
  }
  const begun = {
    run_id,
    previous_run_id: row.run_id,
    base,
    reasoning_base,
    text: '',
    reasoning: '',
    sent: base,
    reasoning_sent: reasoning_base,
    ended_at: null,
  };
  return changeMessage(row, { text: begun }, at);
}

function wholeText(text: string, at: number) {
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

async function forget(trx: Transaction, id: string) {
  for (const { message_id } of await trx.messages(id)) {
    await trx.removeChunks(message_id);
    await trx.removeFiles(message_id);
  }
  await trx.removeMessages(id);
  await trx.removeConversation(id);
}
