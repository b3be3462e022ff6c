import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { spaceLimits, syncLimits } from '@polylogue/sync';

/** An account that holds the most of everything, and how to ask for it. */
export interface Filled {
  params: Record<string, string>;
  /** What to add to the path of an endpoint, each time. */
  query: Record<string, readonly string[]>;
}

type Post = (path: string, body: object) => Promise<unknown>;

/** The longest text of letters that take two bytes. */
const letters = (length: number) => 'é'.repeat(length);

export async function fillAccount(post: Post, quick: boolean): Promise<Filled> {
  const changes = '/api/v1/changes';
  const at = Date.now() - 60_000;
  const conversation = randomUUID();
  const long = randomUUID();
  const most = (count: number) => (quick ? Math.ceil(count / 5) : count);
  const conversations = Array.from({ length: most(500) }, () => ({
    conversation_id: randomUUID(),
    created_at: at,
    fields: {
      title: [letters(syncLimits.titleLength), at],
      settings: [
        Object.fromEntries(Array.from({ length: syncLimits.settings }, (_, name) => [`k${name}`, name])),
        at,
      ],
    },
  }));
  for (let from = 0; from < conversations.length; from += 50) {
    await post(changes, { conversations: conversations.slice(from, from + 50) });
  }

  const facts = Object.fromEntries(
    Array.from({ length: syncLimits.partValues }, (_, name) => [`k${name}`, 1]),
  );
  let parent_id: string | null = null;
  for (let from = 0; from < most(1_000); from += 20) {
    const messages = [];
    for (let one = 0; one < 20; one += 1) {
      const message_id = randomUUID();
      const create = { parent_id, role: 'assistant', created_at: at, body: 'Yes' };
      messages.push({
        message_id,
        conversation_id: conversation,
        create,
        details: { error: facts, usage: facts },
      });
      parent_id = message_id;
    }
    const fields = { leaf: [parent_id, at + from] };
    await post(changes, {
      conversations: [{ conversation_id: conversation, created_at: at, fields }],
      messages,
    });
  }

  const [message_id, run_id] = [randomUUID(), randomUUID()];
  const of = { message_id, conversation_id: long };
  const run = {
    run_id,
    previous_run_id: null,
    base: 0,
    reasoning_base: 0,
    reasoning_offset: 0,
    reasoning: '',
  };
  const length = most(syncLimits.messageLength);
  for (let offset = 0; offset < length; offset += syncLimits.chunkLength) {
    const text = letters(Math.min(syncLimits.chunkLength, length - offset));
    const create = { parent_id: null, role: 'assistant', created_at: at, body: '' };
    const isFirst = offset === 0;
    await post(changes, {
      ...(isFirst && { conversations: [{ conversation_id: long, created_at: at, fields: {} }] }),
      messages: [{ ...of, ...(isFirst && { create }), append: { ...run, offset, text } }],
    });
  }

  const space_id = randomUUID();
  await post('/api/v1/spaces', { space_id, name: 'Bench', visibility: 'public' });
  let post_id = '';
  for (let one = 0; one < most(100); one += 1) {
    post_id = randomUUID();
    await post(`/api/v1/spaces/${space_id}/messages`, {
      message_id: post_id,
      body: letters(spaceLimits.bodyLength),
    });
    // As many as one person may post.
    await wait(520);
  }
  return {
    params: { conversation_id: conversation, space_id, message_id: post_id },
    query: {
      'GET /api/v1/conversations': ['?limit=200'],
      'GET /api/v1/changes': ['?after=0'],
      'GET /api/v1/conversations/:conversation_id': ['?tail=200', `/../${long}?tail=1`],
      'GET /api/v1/conversations/:conversation_id/messages': ['?limit=1000', `/../../${long}/messages`],
      'GET /api/v1/spaces/:space_id/messages': ['?limit=200'],
      'GET /api/v1/spaces/:space_id/changes': ['?after=0'],
    },
  };
}
