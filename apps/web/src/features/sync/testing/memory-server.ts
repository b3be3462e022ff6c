import type {
  ConversationChange,
  MessageChange,
  PushedConversation,
  PushedMessage,
  PushedRecord,
  RecordChange,
  StoredConversation,
  StoredMessage,
  StoredRecord,
} from '@polylogue/contract';
import { appendToReply, cappedFields, mergeFields, newId, type StampedFields } from '@polylogue/sync';
import type { LoopNeeds } from '../exchange/loop.ts';
import type { Push, PushReply } from '../exchange/push.ts';
import { keyOfRecord } from '../rows/record-rows.ts';

type Stored = StoredMessage & { conversation_id: string };

/** One account as the server stores it, with the same merges; `pageRows` rows per page. */
export class MemoryServer {
  head = 0;
  history = newId();
  conversations = new Map<string, StoredConversation>();
  messages = new Map<string, Stored>();
  records = new Map<string, StoredRecord>();
  readonly usage = new Set<string>();
  readonly #now: () => number;
  readonly #pageRows: number;
  #waiting: (() => void)[] = [];

  constructor(now: () => number, pageRows = 3) {
    this.#now = now;
    this.#pageRows = pageRows;
  }

  /** Returns what restores the account as it is now, as from a backup. */
  backup(): () => void {
    const { head } = this;
    const [conversations, messages] = [new Map(this.conversations), new Map(this.messages)];
    const records = new Map(this.records);
    return () => {
      this.history = newId();
      this.head = head;
      this.conversations = new Map(conversations);
      this.messages = new Map(messages);
      this.records = new Map(records);
    };
  }

  push({ conversations, messages, records, usage }: Push): PushReply {
    const seq = this.head + 1;
    const before = new Map<string, number>();
    const named = [...conversations, ...messages].map(({ conversation_id }) => conversation_id);
    for (const id of named) before.set(id, this.conversations.get(id)?.seq ?? 0);
    let isNews = false;
    for (const one of conversations) isNews = this.#changeConversation(one, seq) || isNews;
    const pushed = messages.map((one) => {
      const outcome = this.#changeMessage(one, seq);
      isNews ||= outcome.isNews;
      return outcome.reply;
    });
    const pushedRecords = records.map((one) => this.#changeRecord(one, seq));
    isNews ||= pushedRecords.some((one) => one.seq === seq);
    for (const { usage_id } of usage) this.usage.add(usage_id);
    if (isNews) this.head = seq;
    for (const wake of this.#waiting.splice(0)) wake();
    return {
      head: this.head,
      conversations: [...before].flatMap(([conversation_id, previous_seq]): PushedConversation[] => {
        const row = this.conversations.get(conversation_id);
        return row ? [{ conversation_id, seq: row.seq, previous_seq }] : [];
      }),
      messages: pushed,
      records: pushedRecords,
      refused_usage: [],
    };
  }

  #changeRecord({ kind, record_id, fields }: RecordChange, seq: number): PushedRecord {
    const key = keyOfRecord({ kind, record_id });
    const known = this.records.get(key);
    const before = (known?.fields ?? {}) as StampedFields;
    const merged = mergeFields(before, cappedFields(fields as StampedFields, this.#now()));
    if (known && JSON.stringify(merged) === JSON.stringify(before))
      return { kind, record_id, seq: known.seq };
    this.records.set(key, { kind, record_id, seq, fields: merged as StoredRecord['fields'] });
    return { kind, record_id, seq };
  }

  #changeConversation({ conversation_id, created_at, fields }: ConversationChange, seq: number): boolean {
    const known = this.conversations.get(conversation_id);
    const at = Math.min(created_at, this.#now());
    const row: StoredConversation = known ?? {
      conversation_id,
      seq,
      created_at: at,
      last_message_at: at,
      messages: 0,
      fields: {},
      erased_until: null,
      is_purged: false,
    };
    const merged = mergeFields(
      row.fields as StampedFields,
      cappedFields(fields as StampedFields, this.#now()),
    );
    if (known && JSON.stringify(merged) === JSON.stringify(row.fields)) return false;
    const { erased } = merged;
    const erased_until =
      erased?.[0] === true ? Math.max(erased[1], row.erased_until ?? -1) : row.erased_until;
    this.conversations.set(conversation_id, {
      ...row,
      seq,
      fields: merged as StoredConversation['fields'],
      erased_until,
    });
    if (erased_until !== row.erased_until) this.#purge(conversation_id, erased_until ?? -1);
    return true;
  }

  /** Deletes every message created until then. */
  #purge(id: string, until: number) {
    for (const [key, message] of this.messages) {
      if (message.conversation_id === id && message.created_at <= until) this.messages.delete(key);
    }
    const row = this.conversations.get(id) as StoredConversation;
    const left = [...this.messages.values()].filter(({ conversation_id }) => conversation_id === id).length;
    this.conversations.set(id, { ...row, messages: left, is_purged: left === 0 });
  }

  #changeMessage(change: MessageChange, seq: number): { reply: PushedMessage; isNews: boolean } {
    const { message_id, conversation_id, create, append: piece, details, fields } = change;
    const conversation = this.conversations.get(conversation_id);
    const known = this.messages.get(message_id);
    if (!conversation || (!known && !create)) {
      return { reply: { message_id, refused: 'unknown' }, isNews: false };
    }
    let row: Stored = known ?? {
      conversation_id,
      message_id,
      seq,
      parent_id: create?.parent_id ?? null,
      role: create?.role ?? 'user',
      created_at: Math.min(create?.created_at ?? 0, this.#now()),
      body: create?.body ?? '',
      reasoning: '',
      details: null,
      fields: {},
      run_id: null,
      ended_at: null,
    };
    let isLast = true;
    if (piece) {
      const { ended_at, ...rest } = piece;
      const state = {
        run_id: row.run_id,
        body_length: row.body.length,
        reasoning_length: row.reasoning.length,
        ended_at: row.ended_at,
      };
      const result = appendToReply(state, ended_at === undefined ? rest : { ...rest, ended_at });
      if ('refused' in result) return { reply: { message_id, ...result }, isNews: false };
      isLast = result.isLast;
      row = {
        ...row,
        body: row.body + result.text,
        reasoning: row.reasoning + result.reasoning,
        run_id: result.state.run_id,
        ended_at: result.state.ended_at,
      };
    }
    if (details && isLast) row = { ...row, details };
    if (fields) {
      row = {
        ...row,
        fields: mergeFields(row.fields as StampedFields, fields as StampedFields) as Stored['fields'],
      };
    }
    const isNews = !known || JSON.stringify(known) !== JSON.stringify(row);
    if (isNews) this.#put({ ...row, seq }, conversation, !known);
    const { run_id, body, reasoning, ended_at } = row;
    const lengths = { body_length: body.length, reasoning_length: reasoning.length };
    return {
      reply: {
        message_id,
        seq: isNews ? seq : row.seq,
        run_id,
        ...lengths,
        is_ended: ended_at !== null,
      },
      isNews,
    };
  }

  #put(row: Stored, conversation: StoredConversation, isNew: boolean) {
    const { conversation_id: id, created_at, seq } = row;
    this.messages.set(row.message_id, row);
    this.conversations.set(id, {
      ...conversation,
      seq,
      messages: conversation.messages + (isNew ? 1 : 0),
      last_message_at: isNew
        ? Math.max(conversation.last_message_at, created_at)
        : conversation.last_message_at,
      is_purged: conversation.is_purged && !isNew,
    });
    const until = conversation.erased_until;
    if (isNew && until !== null && created_at <= until) this.#purge(id, until);
  }

  list(before: string | null) {
    const all = [...this.conversations.values()]
      .filter(({ is_purged }) => !is_purged)
      .sort((one, other) => (one.seq < other.seq ? 1 : -1));
    const from = before === null ? 0 : all.findIndex(({ conversation_id }) => conversation_id === before);
    const at = Math.max(0, from);
    const next = all[at + this.#pageRows]?.conversation_id ?? null;
    return { conversations: all.slice(at, at + this.#pageRows), next, head: this.head };
  }

  changes(after: number) {
    const all = [...this.conversations.values(), ...this.records.values()]
      .filter(({ seq }) => seq > after)
      .sort((one, other) => one.seq - other.seq);
    const page = all.slice(0, this.#pageRows);
    // Rows that changed with the same number are always on one page.
    const last = page.at(-1)?.seq ?? this.head;
    const rows = all.filter(({ seq }) => seq <= last);
    const more = rows.length < all.length;
    return {
      conversations: rows.filter((row) => 'conversation_id' in row),
      records: rows.filter((row) => 'record_id' in row),
      head: more ? last : this.head,
      more,
      history: this.history,
    };
  }

  recordsAfter(after: number) {
    const all = [...this.records.values()]
      .filter(({ seq }) => seq > after)
      .sort((one, other) => one.seq - other.seq);
    const last = all[this.#pageRows - 1]?.seq ?? this.head;
    const records = all.filter(({ seq }) => seq <= last);
    return { records, next: records.length < all.length ? last : null };
  }

  messagesOf(id: string, after: string) {
    const [seq = 0, at = Number.POSITIVE_INFINITY] = after.split('.').map(Number);
    const own = [...this.messages.values()]
      .filter(({ conversation_id }) => conversation_id === id)
      .sort((one, other) => one.seq - other.seq || (one.message_id < other.message_id ? -1 : 1));
    // Numbered among those with the same change number.
    const placed = own.map((row) => ({
      row,
      place: own.filter((one) => one.seq === row.seq).indexOf(row),
    }));
    const later = placed.filter(({ row, place }) => row.seq > seq || (row.seq === seq && place > at));
    const page = later.slice(0, this.#pageRows);
    const last = page.at(-1);
    return {
      messages: page.map(({ row: { conversation_id, ...row } }) => row),
      next: last && later.length > page.length ? `${last.row.seq}.${last.place}` : null,
      seq: this.conversations.get(id)?.seq ?? 0,
    };
  }

  tail(id: string, length: number) {
    const conversation = this.conversations.get(id);
    if (!conversation || conversation.is_purged) return null;
    const own = [...this.messages.values()]
      .filter(({ conversation_id }) => conversation_id === id)
      .sort((one, other) => (one.message_id < other.message_id ? -1 : 1));
    const messages = own.slice(-length).map(({ conversation_id, ...row }) => row);
    return { conversation, messages, more: messages.length < own.length };
  }

  /** The API as seen by a browser; polls are answered with the next push. */
  api(): LoopNeeds['api'] {
    const missing = () => Promise.reject(Object.assign(new Error('Not found'), { failure: 'missing' }));
    return {
      push: async (changes) => this.push(structuredClone(changes)),
      list: async (before) => structuredClone(this.list(before)),
      changes: async (after, wait, signal) => {
        if (wait > 0 && this.head <= after) {
          await new Promise<void>((resolve, reject) => {
            this.#waiting.push(resolve);
            signal.addEventListener('abort', () => reject(signal.reason));
          });
        }
        return structuredClone(this.changes(after));
      },
      records: async (after) => structuredClone(this.recordsAfter(after)),
      messages: async (id, after) =>
        this.tail(id, 1) ? structuredClone(this.messagesOf(id, after)) : missing(),
      tail: async (id) => structuredClone(this.tail(id, 2)) ?? missing(),
    };
  }
}
