import type { conversationRoutes } from '@polylogue/contract';
import { newId } from '@polylogue/sync';
import type { z } from 'zod';
import type { People } from '../../testing/people.ts';

type Push = z.input<typeof conversationRoutes.push.body>;
export type PushReply = z.output<typeof conversationRoutes.push.reply>;
export type PullReply = z.output<typeof conversationRoutes.pull.reply>;
export type TailReply = z.output<typeof conversationRoutes.tail.reply>;
export type MessagesReply = z.output<typeof conversationRoutes.messages.reply>;
export type ListReply = z.output<typeof conversationRoutes.list.reply>;

/** One browser of a signed-in person. */
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
    list: (query = '') => get<ListReply>(`/api/v1/conversations${query}`),
    tail: (id: string, length = 120) => get<TailReply>(`/api/v1/conversations/${id}?tail=${length}`),
    messages: (id: string, query = '') => get<MessagesReply>(`/api/v1/conversations/${id}/messages${query}`),

    /** A conversation of one question. */
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
export type Browser = ReturnType<typeof browser>;

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

/** A piece of the text of an answer. */
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
