import type { MessageDetails, StoredConversation, StoredMessage, UsageRecord } from '@polylogue/contract';
import { type Fields, newId, storable } from '@polylogue/sync';
import {
  type ConversationRow,
  changeConversation,
  changeMessage,
  emptyConversation,
  fieldsOfConversation,
  joined,
  type MessageRow,
  newMessage,
  pulledConversation,
  pulledMessage,
  type ShownMessage,
  shownMessage,
} from './rows.ts';
import type { Storage, Transaction } from './storage.ts';

/** A message as it is made here. */
export interface CreatedMessage {
  conversation_id: string;
  message_id: string;
  parent_id: string | null;
  role: 'user' | 'assistant';
  /** Of a question its whole text; of a reply nothing. */
  body?: string;
  details?: MessageDetails;
  /** What is stored of its files, each under a name. */
  files?: Readonly<Record<string, unknown>>;
}

/** A run: one answer being received for one reply. */
interface Run {
  conversation_id: string;
  message_id: string;
  run_id: string;
  /** How long the reply and its reasoning were when it began. */
  base: number;
  reasoning_base: number;
}

export interface Grown extends Run {
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

/** A conversation as the list shows it. */
export interface ListedConversation {
  conversation_id: string;
  created_at: number;
  last_message_at: number;
  fields: Fields;
  /** Something of it is not in the account yet. */
  is_pending: boolean;
}

interface StoreNeeds {
  storage: Storage;
  /** Milliseconds since 1970: the server's clock as this browser knows it. */
  now(): number;
  /** Is told which conversations were changed here. */
  changed?(conversationIds: readonly string[]): void;
}

/** The conversations of one account in this browser. Every method is one transaction. */
export function conversationStore({ storage, now, changed = () => {} }: StoreNeeds) {
  async function writing<Result>(ids: readonly string[], work: (trx: Transaction) => Promise<Result>) {
    const result = await storage.write(work);
    changed(ids);
    return result;
  }

  async function conversationIn(trx: Transaction, id: string): Promise<ConversationRow> {
    return (await trx.conversation(id)) ?? emptyConversation(id, now());
  }

  async function setFields(trx: Transaction, id: string, fields: Fields) {
    await trx.putConversation(changeConversation(await conversationIn(trx, id), fields, now()));
  }

  return {
    storage,

    // Reading.

    /** Newest first; those that are deleted for good are left out. */
    list: (): Promise<ListedConversation[]> =>
      storage.read(async (trx) => {
        const rows = (await trx.conversations()).filter(({ synced }) => !synced?.is_purged);
        return rows.map(listed).sort((one, other) => other.last_message_at - one.last_message_at);
      }),

    /** Undefined: it is not here. */
    conversation: (id: string): Promise<ListedConversation | undefined> =>
      storage.read(async (trx) => {
        const row = await trx.conversation(id);
        return row && listed(row);
      }),

    messages: (id: string): Promise<ShownMessage[]> =>
      storage.read(async (trx) => {
        const rows = await trx.messages(id);
        return Promise.all(rows.map(async (row) => shownMessage(row, await chunksOf(trx, row))));
      }),

    /** Something of the files of a message; undefined: it is not here. */
    file: <Value>(messageId: string, name: string): Promise<Value | undefined> =>
      storage.read((trx) => trx.file<Value>(messageId, name)),

    // What happens here.

    setFields: (id: string, fields: Fields) => writing([id], (trx) => setFields(trx, id, fields)),

    create: (message: CreatedMessage, fields: Fields) =>
      writing([message.conversation_id], async (trx) => {
        const { conversation_id, message_id, parent_id, role, body = '', details, files = {} } = message;
        const at = now();
        const row = newMessage({ conversation_id, message_id, parent_id, role, created_at: at });
        const text = role === 'user' ? wholeText(storable(body), at) : null;
        await trx.putMessage(
          changeMessage({ ...row, details: details ?? null }, { text, details: !!details }, at),
        );
        for (const [name, value] of Object.entries(files)) await trx.putFile(message_id, name, value);
        const conversation = changeConversation(await conversationIn(trx, conversation_id), fields, at);
        await trx.putConversation({ ...conversation, last_message_at: at });
      }),

    setMessageFields: (conversationId: string, id: string, fields: Fields) =>
      writing([conversationId], async (trx) => {
        const row = await trx.message(conversationId, id);
        if (row) await trx.putMessage(changeMessage(row, { fields }, now()));
      }),

    /** What is known of a message beside its text. */
    setDetails: (conversationId: string, id: string, details: MessageDetails) =>
      writing([conversationId], async (trx) => {
        const row = await trx.message(conversationId, id);
        if (row) await trx.putMessage(changeMessage({ ...row, details }, { details: true }, now()));
      }),

    /** A second of an answer. */
    grow: (grown: Grown) =>
      writing([grown.conversation_id], async (trx) => {
        const row = await trx.message(grown.conversation_id, grown.message_id);
        if (!row) return;
        const begun = await inRun(trx, row, grown, now());
        const { message_id, offset, text, reasoning_offset, reasoning } = grown;
        const texts = { text: storable(text), reasoning: storable(reasoning) };
        // An answer that goes on with one that the server has not seen whole is part of it.
        const run_id = begun.pending?.text?.run_id ?? grown.run_id;
        await trx.putChunk({ message_id, run_id, offset, reasoning_offset, ...texts });
        await trx.putMessage(begun);
      }),

    end: (ended: Ended) =>
      writing([ended.conversation_id], async (trx) => {
        const row = await trx.message(ended.conversation_id, ended.message_id);
        if (!row) return;
        const at = now();
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

    /** Ends the answers that no page is receiving any more; `isReceived` says of which reply one still is. */
    endCutOff: async (isReceived: (messageId: string) => Promise<boolean>, details: MessageDetails) => {
      const growing = await storage.read(async (trx) =>
        (await trx.pendingMessages(10_000)).filter(
          ({ pending }) => pending?.text && pending.text.ended_at === null,
        ),
      );
      for (const row of growing) {
        if (await isReceived(row.message_id)) continue;
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

    /** Removes a conversation from this browser, and from nowhere else. */
    forget: (id: string) => writing([id], (trx) => forget(trx, id)),

    // What the server says.

    /** A page of changes; the ones whose messages changed elsewhere. */
    pulled: (conversations: readonly StoredConversation[], cursor: number | null): Promise<string[]> =>
      writing(
        conversations.map(({ conversation_id }) => conversation_id),
        async (trx) => {
          const behind: string[] = [];
          for (const synced of conversations) {
            const row = pulledConversation(await trx.conversation(synced.conversation_id), synced);
            if (synced.is_purged && row.pending_since === undefined) {
              await forget(trx, synced.conversation_id);
              await trx.putConversation({ ...row, seq_seen: synced.seq });
              continue;
            }
            await trx.putConversation(row);
            await erase(trx, synced);
            if (row.seq_seen < synced.seq) behind.push(synced.conversation_id);
          }
          if (cursor !== null) await trx.putMeta('cursor', cursor);
          return behind;
        },
      ),

    /** Messages of a conversation; `seen`: all changes up to this number are here now. */
    pulledMessages: (id: string, messages: readonly StoredMessage[], seen: number | null) =>
      writing([id], async (trx) => {
        for (const stored of messages) {
          await trx.putMessage(pulledMessage(await trx.message(id, stored.message_id), id, stored));
        }
        const row = await trx.conversation(id);
        if (row && seen !== null) {
          await trx.putConversation({ ...row, seq_seen: Math.max(row.seq_seen, seen), is_complete: true });
        }
      }),

    cursor: (): Promise<number | undefined> => storage.read((trx) => trx.meta<number>('cursor')),

    /** Up to which change the messages of a conversation are here. */
    seen: (id: string): Promise<number> =>
      storage.read(async (trx) => (await trx.conversation(id))?.seq_seen ?? 0),

    close: storage.close,
  };
}
export type ConversationStore = ReturnType<typeof conversationStore>;

/** The reply with the text of this run begun, unless it is. */
async function inRun(trx: Transaction, row: MessageRow, run: Run, at: number): Promise<MessageRow> {
  const { run_id, base, reasoning_base } = run;
  const text = row.pending?.text;
  if (text?.run_id === run_id) return changeMessage(row, {}, at);
  if (text) {
    // What is not acknowledged of the answer before goes on in the same run: the server never saw where it ended.
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

/** Removes what was deleted for good; messages written later stay. */
async function erase(trx: Transaction, { conversation_id, erased_until }: StoredConversation) {
  if (erased_until === null) return;
  for (const { message_id, created_at } of await trx.messages(conversation_id)) {
    if (created_at > erased_until) continue;
    await trx.removeChunks(message_id);
    await trx.removeFiles(message_id);
    await trx.removeMessage(conversation_id, message_id);
  }
}

async function forget(trx: Transaction, id: string) {
  for (const { message_id } of await trx.messages(id)) {
    await trx.removeChunks(message_id);
    await trx.removeFiles(message_id);
  }
  await trx.removeMessages(id);
  await trx.removeConversation(id);
}

/** Only an answer that grows has chunks. */
const chunksOf = async (trx: Transaction, row: MessageRow) =>
  row.pending?.text?.ended_at === null ? trx.chunks(row.message_id) : [];

function listed(row: ConversationRow): ListedConversation {
  const { conversation_id, created_at, last_message_at, pending_since } = row;
  const fields = fieldsOfConversation(row);
  return { conversation_id, created_at, last_message_at, fields, is_pending: pending_since !== undefined };
}
