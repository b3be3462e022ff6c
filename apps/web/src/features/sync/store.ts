import type { MessageDetails, StoredConversation, StoredMessage, UsageRecord } from '@polylogue/contract';
import { deletedSince, type Fields, newId, partName, storable } from '@polylogue/sync';
import {
  listEarlierFiles,
  putFiles,
  putUnsent,
  removeUnsent,
  type StoredPart,
  type UnsentFile,
  unsentFiles,
} from './message-files.ts';
import { sendAgain } from './restored.ts';
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
  type TextChunk,
  withoutRefusal,
} from './rows.ts';
import type { Storage, Transaction } from './storage.ts';

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

/** A conversation as the list shows it. */
export interface ListedConversation {
  conversation_id: string;
  created_at: number;
  last_message_at: number;
  fields: Fields;
  /** It has changes that are not in the account yet. */
  is_pending: boolean;
  /** Every message is here, not only the last ones. */
  is_complete: boolean;
}

/** `here`: by the user · `growing`: a reply has grown · `elsewhere`: in another tab or on another device. */
export type ChangedBy = 'here' | 'growing' | 'elsewhere';

interface ConversationExport {
  conversation: ConversationRow;
  messages: MessageRow[];
  chunks: TextChunk[];
  files: [messageId: string, name: string, value: unknown][];
}

interface StoreNeeds {
  storage: Storage;
  /** Milliseconds since 1970: the server's clock as this browser knows it. */
  now(): number;
  /** Called with the ids of changed conversations. */
  changed?(conversationIds: readonly string[], by: ChangedBy): void;
}

const everything = 2 ** 32 - 1;

/** The conversations of one account in this browser. Every method is one transaction. */
export function conversationStore({ storage, now, changed = () => {} }: StoreNeeds) {
  async function writing<Result>(
    ids: readonly string[],
    work: (trx: Transaction) => Promise<Result>,
    by: ChangedBy = 'here',
  ) {
    const result = await storage.write(work);
    changed(ids, by);
    return result;
  }

  /** `work` returns the ids of the conversations it changed. */
  async function receiving(work: (trx: Transaction) => Promise<string[]>) {
    const ids = await storage.write(work);
    if (ids.length > 0) changed(ids, 'elsewhere');
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

    /** Newest first; without those that are permanently deleted. */
    list: (): Promise<ListedConversation[]> =>
      storage.read(async (trx) => inOrder(await trx.conversations())),

    /** The first part of the list. */
    newest: (count: number): Promise<ListedConversation[]> =>
      storage.read(async (trx) => inOrder(await trx.newestConversations(count))),

    /** Undefined if it is not here. */
    conversation: (id: string): Promise<ListedConversation | undefined> =>
      storage.read(async (trx) => {
        const row = await trx.conversation(id);
        return row && !row.synced?.is_purged ? listed(row) : undefined;
      }),

    messages: (id: string): Promise<ShownMessage[]> =>
      storage.read(async (trx) => {
        const shown: ShownMessage[] = [];
        for (const row of await trx.messages(id)) {
          shown.push(
            isGrowing(row) ? shownMessage(row, await trx.chunks(row.message_id)) : shownMessage(row),
          );
        }
        return shown;
      }),

    /** Data about the files of a message; undefined if it is not here. */
    file: <Value>(messageId: string, name: string): Promise<Value | undefined> =>
      storage.read((trx) => trx.file<Value>(messageId, name)),

    /** The newest messages of any branch, oldest first; `more`: there are others, here or in the account. */
    tail: (id: string, count: number): Promise<{ messages: ShownMessage[]; more: boolean }> =>
      storage.read(async (trx) => {
        const row = await trx.conversation(id);
        const rows = await trx.lastMessages(id, count + 1);
        const messages = await Promise.all(
          rows.slice(-count).map(async (one) => shownMessage(one, await chunksOf(trx, one))),
        );
        return { messages, more: rows.length > count || row?.is_complete === false };
      }),

    /** How much of a conversation is here; `tail`: its last messages as they are in the account, as far as is known. */
    partOf: (id: string): Promise<'all' | 'tail' | 'some' | 'none'> =>
      storage.read(async (trx) => {
        const row = await trx.conversation(id);
        if (!row || row.synced?.is_purged) return 'none';
        if (row.is_complete) return 'all';
        return row.tail_seq !== undefined && row.tail_seq >= (row.synced?.seq ?? 0) ? 'tail' : 'some';
      }),

    /** Whether something is not in the account yet. */
    hasPending: (): Promise<boolean> =>
      storage.read(async (trx) => {
        const [conversations, messages, usage] = await Promise.all([
          trx.pendingConversations(1),
          trx.pendingMessages(1),
          trx.usage(1),
        ]);
        const files = await unsentFiles(trx);
        return conversations.length + messages.length + usage.length + files.length > 0;
      }),

    /** Whether the account had no room for something; refused rows are last in the queue. */
    isFull: (): Promise<boolean> =>
      storage.read(async (trx) => {
        const [conversations, messages] = await Promise.all([
          trx.pendingConversations(10),
          trx.pendingMessages(10),
        ]);
        const isRefused = (await unsentFiles(trx)).some((file) => file.isRefused);
        return isRefused || [...conversations, ...messages].some(({ refused }) => refused === 'quota-used');
      }),

    /** The conversations with changes that are not in the account yet. */
    pendingConversations: (): Promise<ListedConversation[]> =>
      storage.read(async (trx) => {
        const [conversations, messages] = await Promise.all([
          trx.pendingConversations(10_000),
          trx.pendingMessages(10_000),
        ]);
        const files = await unsentFiles(trx);
        const all = [...conversations, ...messages, ...files];
        const ids = new Set(all.map(({ conversation_id }) => conversation_id));
        const rows = await Promise.all([...ids].map((id) => trx.conversation(id)));
        return inOrder(rows.filter((row) => row !== undefined));
      }),

    /** Those with messages missing here; of `others` only those that were complete before. */
    behind: (
      open: Iterable<string>,
      others: Iterable<string>,
    ): Promise<{ open: string[]; others: string[] }> =>
      storage.read(async (trx) => {
        const rowsOf = async (ids: Iterable<string>) => {
          const rows = await Promise.all([...ids].map((id) => trx.conversation(id)));
          return rows.filter((row) => row !== undefined).filter(isBehind);
        };
        const idsOf = (rows: ConversationRow[]) => rows.map(({ conversation_id }) => conversation_id);
        const wanted = idsOf(await rowsOf(open));
        const complete = (await rowsOf(others)).filter(({ is_complete }) => is_complete);
        return { open: wanted, others: idsOf(complete).filter((id) => !wanted.includes(id)) };
      }),

    /** The files to be sent, including those of earlier versions. */
    filesToSend: (): Promise<UnsentFile[]> =>
      storage.write(async (trx) => {
        await listEarlierFiles(trx);
        return (await unsentFiles(trx)).filter(({ isRefused }) => !isRefused);
      }),

    /** What to send of a file; `later`: after its message is in the account. Undefined: it was deleted. */
    fileToSend: ({
      conversation_id,
      message_id,
      place,
    }: UnsentFile): Promise<{ part: StoredPart; name: string } | 'later' | undefined> =>
      storage.read(async (trx) => {
        const row = await trx.message(conversation_id, message_id);
        const name = row?.details?.files?.[place]?.name;
        const part = await trx.file<StoredPart>(message_id, partName(place));
        if (!row || name === undefined || !part) return undefined;
        return row.pending ? 'later' : { part, name };
      }),

    /** It is in the account, or no longer to be sent. */
    fileSent: (file: UnsentFile): Promise<void> => storage.write((trx) => removeUnsent(trx, file)),
    fileRefused: (file: UnsentFile): Promise<void> =>
      storage.write((trx) => putUnsent(trx, [{ ...file, isRefused: true }])),

    /** A file from the account, which is not sent again. */
    fileFetched: (messageId: string, place: number, part: StoredPart): Promise<void> =>
      storage.write((trx) => trx.putFile(messageId, partName(place), part)),

    // Changes made here.

    /** Files of a message that were loaded, or thumbnails drawn, after it was created. */
    addFiles: (conversation_id: string, message_id: string, files: Readonly<Record<string, unknown>>) =>
      writing([conversation_id], (trx) => putFiles(trx, { conversation_id, message_id }, files), 'growing'),

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
        await putFiles(trx, row, files);
        const conversation = changeConversation(await conversationIn(trx, conversation_id), fields, at);
        await trx.putConversation({ ...conversation, last_message_at: at });
      }),

    setMessageFields: (conversationId: string, id: string, fields: Fields) =>
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
          const row = await trx.message(grown.conversation_id, grown.message_id);
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

    /** Everything stored here of a conversation. */
    exportConversation: (id: string): Promise<ConversationExport | undefined> =>
      storage.read(async (trx) => {
        const conversation = await trx.conversation(id);
        if (!conversation) return undefined;
        const messages = await trx.messages(id);
        const chunks = await Promise.all(messages.map(({ message_id }) => trx.chunks(message_id)));
        const files: ConversationExport['files'] = [];
        for (const { message_id } of messages) {
          for (const [name, value] of Object.entries(await trx.files(message_id))) {
            files.push([message_id, name, value]);
          }
        }
        return { conversation, messages, chunks: chunks.flat(), files };
      }),

    /** Removes a deleted conversation from this browser only, unless it was written to since. */
    forget: (id: string) =>
      writing([id], async (trx) => {
        const row = await trx.conversation(id);
        if (row && isDeleted(listed(row))) await forget(trx, id);
      }),

    // Changes from the server.

    /** A page of changes. */
    pulled: (
      conversations: readonly StoredConversation[],
      cursor: number | null,
      history?: string,
    ): Promise<void> =>
      receiving(async (trx) => {
        const changedIds: string[] = [];
        for (const synced of conversations) {
          const id = synced.conversation_id;
          const known = await trx.conversation(id);
          if (await receive(trx, known, synced)) changedIds.push(id);
        }
        if (cursor !== null) await trx.putMeta('cursor', cursor);
        if (history !== undefined) await trx.putMeta('history', history);
        return changedIds;
      }),

    /** Which database of the server the cursor refers to; undefined: an earlier version did not say. */
    history: (): Promise<string | undefined> => storage.read((trx) => trx.meta<string>('history')),

    /** The server's database was replaced by an older one. */
    sendAgain: async (): Promise<void> => {
      const ids = await storage.write(async (trx) => {
        // From the beginning: the list would leave out what was permanently deleted.
        await trx.putMeta('cursor', 0);
        await trx.removeMeta('history');
        return sendAgain(trx, now());
      });
      changed(ids, 'here');
    },

    /** The last messages of a conversation that is not complete here. */
    pulledTail: (synced: StoredConversation, messages: readonly StoredMessage[]): Promise<void> =>
      receiving(async (trx) => {
        const id = synced.conversation_id;
        await receive(trx, await trx.conversation(id), synced);
        await putMessages(trx, id, messages);
        const row = await trx.conversation(id);
        if (row && !row.is_complete) await trx.putConversation(withTail(row, synced, messages));
        return [id];
      }),

    /** Messages of a conversation; `seen`: all changes up to this number are now here. */
    pulledMessages: (id: string, messages: readonly StoredMessage[], seen: number | null): Promise<void> =>
      receiving(async (trx) => {
        const hasChanged = await putMessages(trx, id, messages);
        const row = await trx.conversation(id);
        if (row && seen !== null) {
          const { tail_seq, ...rest } = row;
          await trx.putConversation({ ...rest, seq_seen: Math.max(row.seq_seen, seen), is_complete: true });
        }
        return hasChanged || row?.is_complete === false ? [id] : [];
      }),

    /** The server no longer has its messages; the deletion itself arrives as a change. */
    markMessagesMissing: (id: string): Promise<void> =>
      storage.write(async (trx) => {
        const row = await trx.conversation(id);
        if (row) await trx.putConversation({ ...row, seq_seen: row.synced?.seq ?? 0 });
      }),

    /** There may be room now for what was refused. */
    retryRefused: (): Promise<void> =>
      storage.write(async (trx) => {
        for (const row of await trx.pendingConversations(10_000)) {
          if (row.refused) await trx.putConversation(withoutRefusal(row));
        }
        for (const row of await trx.pendingMessages(10_000)) {
          if (row.refused) await trx.putMessage(withoutRefusal(row));
        }
        for (const { refused, ...record } of await trx.usage(everything)) {
          if (refused) await trx.putUsage(record);
        }
        await putUnsent(
          trx,
          (await unsentFiles(trx)).map(({ isRefused, ...file }) => file),
        );
      }),

    /** Marks it as recently opened: those not opened for longest are removed first when there is no room. */
    markOpened: (id: string): Promise<void> =>
      storage.write(async (trx) => {
        const row = await trx.conversation(id);
        if (row) await trx.putConversation({ ...row, opened_at: now() });
      }),

    /** The lowest feed number of the conversations here; null if none of them is in the account. */
    firstSeq: (): Promise<number | null> =>
      storage.read(async (trx) => {
        const numbers = (await trx.conversations()).flatMap(({ synced }) => synced?.seq ?? []);
        return numbers.length > 0 ? Math.min(...numbers) : null;
      }),

    cursor: (): Promise<number | undefined> => storage.read((trx) => trx.meta<number>('cursor')),

    /** Up to which change the messages of a conversation are stored here. */
    seenSeq: (id: string): Promise<number> =>
      storage.read(async (trx) => (await trx.conversation(id))?.seq_seen ?? 0),

    close: storage.close,
  };
}
export type ConversationStore = ReturnType<typeof conversationStore>;

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

/** With the last messages of the conversation; if those are all there are, nothing else needs to be fetched. */
function withTail(
  row: ConversationRow,
  { seq, messages: count }: StoredConversation,
  messages: readonly StoredMessage[],
): ConversationRow {
  // A message that arrived between the two reads says nothing about the ones that may be missing.
  const counted = messages.filter((message) => message.seq <= seq);
  if (counted.length < count) return { ...row, tail_seq: seq };
  const { tail_seq, ...rest } = row;
  return { ...rest, seq_seen: Math.max(row.seq_seen, seq), is_complete: true };
}

/** Stores the server's version of a conversation; returns whether that changed anything. */
async function receive(
  trx: Transaction,
  known: ConversationRow | undefined,
  synced: StoredConversation,
): Promise<boolean> {
  const { conversation_id } = synced;
  const row = pulledConversation(known, synced);
  const hasErased = known?.synced?.erased_until !== synced.erased_until && (await erase(trx, synced));
  const isOver = synced.is_purged && row.pending_since === undefined;
  // What was written here since is still to be sent, and brings the conversation back.
  if (isOver && (await trx.lastMessages(conversation_id, 1)).length === 0) {
    await trx.putConversation({ ...row, seq_seen: synced.seq });
    return !known?.synced?.is_purged;
  }
  await trx.putConversation(row);
  return hasErased || !known || JSON.stringify(listed(known)) !== JSON.stringify(listed(row));
}

/** Returns whether any of them differs from what was here. */
async function putMessages(trx: Transaction, id: string, messages: readonly StoredMessage[]) {
  let hasChanged = false;
  const erasedUntil = (await trx.conversation(id))?.synced?.erased_until ?? -1;
  for (const stored of messages) {
    // An answer that was on its way when the conversation was erased.
    if (stored.created_at <= erasedUntil) continue;
    const known = await trx.message(id, stored.message_id);
    const row = pulledMessage(known, id, stored);
    hasChanged ||= !known || JSON.stringify(shownMessage(known)) !== JSON.stringify(shownMessage(row));
    await trx.putMessage(row);
  }
  return hasChanged;
}

/** Removes permanently deleted messages; those written later stay. */
async function erase(trx: Transaction, { conversation_id, erased_until }: StoredConversation) {
  if (erased_until === null) return false;
  let hasErased = false;
  for (const { message_id, created_at } of await trx.messages(conversation_id)) {
    if (created_at > erased_until) continue;
    await trx.removeChunks(message_id);
    await trx.removeFiles(message_id);
    await trx.removeMessage(conversation_id, message_id);
    hasErased = true;
  }
  return hasErased;
}

async function forget(trx: Transaction, id: string) {
  for (const { message_id } of await trx.messages(id)) {
    await trx.removeChunks(message_id);
    await trx.removeFiles(message_id);
  }
  await trx.removeMessages(id);
  await trx.removeConversation(id);
}

/** Only a growing answer has chunks. */
const isGrowing = (row: MessageRow) => row.pending?.text?.ended_at === null;

const chunksOf = async (trx: Transaction, row: MessageRow) =>
  isGrowing(row) ? trx.chunks(row.message_id) : [];

const inOrder = (rows: readonly ConversationRow[]): ListedConversation[] =>
  rows
    .filter(({ synced }) => !synced?.is_purged)
    .map(listed)
    .sort((one, other) => other.last_message_at - one.last_message_at);

const isBehind = ({ synced, seq_seen }: ConversationRow) =>
  synced !== null && !synced.is_purged && seq_seen < synced.seq;

export const isDeleted = ({ fields, last_message_at: at }: ListedConversation): boolean =>
  deletedSince(fields, 'deleted', at) !== null || deletedSince(fields, 'erased', at) !== null;

function listed(row: ConversationRow): ListedConversation {
  const { conversation_id, created_at, last_message_at, pending_since, is_complete } = row;
  const fields = fieldsOfConversation(row);
  const is_pending = pending_since !== undefined;
  return { conversation_id, created_at, last_message_at, fields, is_pending, is_complete };
}
