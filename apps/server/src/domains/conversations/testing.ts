import type { conversationRoutes, recordRoutes } from '@polylogue/contract';
import { newId } from '@polylogue/sync';
import type { z } from 'zod';
import type { Queries } from '../../platform/database/database.ts';
import type { People } from '../../testing/people.ts';
import { samples } from '../../testing/samples.ts';
import { messageTextStore } from './message-texts.ts';
import { sizeOf } from './policy.ts';

type Push = z.input<typeof conversationRoutes.push.body>;
type PushReply = z.output<typeof conversationRoutes.push.reply>;
export type PullReply = z.output<typeof conversationRoutes.pull.reply>;
export type TailReply = z.output<typeof conversationRoutes.tail.reply>;
export type MessagesReply = z.output<typeof conversationRoutes.messages.reply>;
type UsageReply = z.output<typeof conversationRoutes.usage.reply>;
type RecordsReply = z.output<typeof recordRoutes.list.reply>;
export type ListReply = z.output<typeof conversationRoutes.list.reply>;

/** A signed-in person's browser. */
export function browser({ call, now }: Pick<People, 'call' | 'now'>, token: string) {
  const get = async <Reply>(path: string) => {
    const { status, body } = await call('GET', path, { token });
    return { status, ...(body as unknown as Reply) };
  };
  const push = async (changes: Push) => {
    const { status, body } = await call('POST', '/api/v1/changes', { token, body: changes });
    return { status, ...(body as unknown as PushReply) };
  };
  return {
    push,
    pull: (after: number, wait = 0) => get<PullReply>(`/api/v1/changes?after=${after}&wait=${wait}`),
    usage: (from: number, to: number, more = '') =>
      get<UsageReply>(`/api/v1/usage?from=${from}&to=${to}${more}`),
    records: (after = 0) => get<RecordsReply>(`/api/v1/records?after=${after}`),
    list: (query = '') => get<ListReply>(`/api/v1/conversations${query}`),
    tail: (id: string, length = 120) => get<TailReply>(`/api/v1/conversations/${id}?tail=${length}`),
    messages: (id: string, query = '') => get<MessagesReply>(`/api/v1/conversations/${id}/messages${query}`),

    /** A conversation with one question. */
    async ask(body = 'Hello', more: { conversation?: string; parent?: string | null } = {}) {
      const conversation = more.conversation ?? newId();
      const question = newId();
      const fields = { leaf: [question, now()] as [string, number] };
      const reply = await push({
        conversations: [{ conversation_id: conversation, created_at: now(), fields }],
        messages: [created(question, conversation, 'user', body, now(), more.parent ?? null)],
      });
      return { conversation, question, reply };
    },
  };
}

export function created(
  message_id: string,
  conversation_id: string,
  role: 'user' | 'assistant',
  body: string,
  created_at: number,
  parent_id: string | null,
) {
  return { message_id, conversation_id, create: { parent_id, role, created_at, body } };
}

/** The details of a question with one file. */
export const oneFile = { files: [{ name: 'cat.png', media_type: 'image/png', size: 2_000 }] };

/** A file of a folder, whose content has yet to come. */
export async function fileOfFolder(people: Pick<People, 'call' | 'now'>, token: string): Promise<string> {
  const record_id = newId();
  const values = { name: 'cat.png', folder: newId(), media_type: 'image/png', size: samples.png.length };
  const fields = Object.entries(values).map(([name, value]) => [name, [value, people.now()]]);
  await browser(people, token).push({
    records: [{ kind: 'file', record_id, fields: Object.fromEntries(fields) }],
  });
  return record_id;
}

/** A piece of an answer's text. */
export function piece(run_id: string, offset: number, text: string, more: object = {}) {
  return {
    run_id,
    previous_run_id: null,
    base: 0,
    reasoning_base: 0,
    offset,
    text,
    reasoning_offset: 0,
    reasoning: '',
    ...more,
  };
}

/** The usage record of an answer. */
export const usage = (usage_id: string, created_at: number) => ({
  usage_id,
  created_at,
  conversation_id: newId(),
  message_id: newId(),
  provider: 'openai',
  model: 'gpt-6',
  host: 'api.openai.com',
  input: 10,
  output: 20,
  cached: 0,
  reasoning: 5,
  usd_micros: 120,
  is_estimate: false,
});

/** The counts stored in feeds and conversations, and those from counting the rows. */
export async function recount(db: Queries) {
  const feeds = await db.selectFrom('feeds').selectAll().execute();
  const conversations = await db.selectFrom('conversations').selectAll().execute();
  const messages = await messageTextStore(db).whole(await db.selectFrom('messages').selectAll().execute());
  const records = await db.selectFrom('records').selectAll().execute();
  const usages = await db.selectFrom('usage_records').selectAll().execute();
  const sum = (numbers: number[]) => numbers.reduce((one, other) => one + other, 0);
  const bytesOf = (one: (typeof messages)[number]) =>
    Buffer.byteLength(one.body) + Buffer.byteLength(one.reasoning) + Buffer.byteLength(one.details ?? '');

  const counted = conversations.map(({ feed, conversation_id: id, fields }) => {
    const own = messages.filter((one) => one.feed === feed && one.conversation_id === id);
    return { feed, id, messages: own.length, bytes: sizeOf.conversation(fields) + sum(own.map(bytesOf)) };
  });
  return {
    stored: {
      conversations: conversations.map(({ feed, conversation_id: id, messages, bytes }) => ({
        feed,
        id,
        messages,
        bytes,
      })),
      feeds: feeds.map(({ feed, messages, bytes }) => ({ feed, messages, bytes })),
    },
    counted: {
      conversations: counted,
      feeds: feeds.map(({ feed }) => ({
        feed,
        messages: messages.filter((one) => one.feed === feed).length,
        bytes:
          sum(counted.filter((one) => one.feed === feed).map(({ bytes }) => bytes)) +
          sum(usages.filter((one) => one.feed === feed).map(sizeOf.usage)) +
          sum(records.filter((one) => one.feed === feed).map(({ fields }) => sizeOf.record(fields))),
      })),
    },
  };
}
