import { expect, test } from 'vitest';
import { endedText } from '../messages/index.ts';
import type { Reply, UserMessage } from './message.ts';
import { emptyThread, nextThread, type ThreadEvent, type ThreadState } from './thread-state.ts';

const known = { at: 0, timestamp: '', fullTimestamp: '', asked: null, error: null, usage: null };
const question = (id: string): UserMessage => ({
  ...known,
  id,
  role: 'user',
  content: id,
  attachments: [],
});
const reply = (id: string, text = id): Reply => ({
  ...known,
  id,
  role: 'assistant',
  choice: null,
  usual: null,
  text: endedText(text),
  rest: [],
  isTooLong: false,
  reasoning: null,
  arrived: null,
  thinkingSince: null,
  thoughtFor: null,
  isGrowing: true,
});

const asked = (id: string, insteadOf: string | null = null): ThreadEvent => ({
  type: 'question-asked',
  question: question(id),
  insteadOf,
});
const begun = (id: string, text?: string): ThreadEvent => ({
  type: 'reply-started',
  reply: reply(id, text),
});
const ended: ThreadEvent = { type: 'answer-ended', id: null, error: null, usage: null, asked: null };

const after = (...events: ThreadEvent[]): ThreadState => events.reduce(nextThread, emptyThread);
const ids = ({ messages }: ThreadState) => messages.map(({ id }) => id);

test('an answer is pending from its question to its end', () => {
  expect(after(asked('q')).pending.type).toBe('loading');
  expect(after(asked('q'), begun('r')).pending.type).toBe('streaming');
  expect(after(asked('q'), begun('r'), ended).pending.type).toBe('idle');
});

test('a question that replaces another one leaves it as a version, with all that followed', () => {
  const state = after(asked('q'), begun('r'), ended, asked('other', 'q'));
  expect(ids(state)).toEqual(['other']);
  const back = nextThread(nextThread(state, ended), { type: 'version-chosen', id: 'other', version: 0 });
  expect(ids(back)).toEqual(['q', 'r']);
});

test('a marked message is another object, and all others stay the same', () => {
  const before = after(asked('q'), begun('r'), ended);
  const marked = nextThread(before, { type: 'message-marked', id: 'q', marks: { isDeleted: true } });
  expect(marked.messages[0]?.isDeleted).toBe(true);
  expect(marked.messages[1]).toBe(before.messages[1]);
  const restored = nextThread(marked, { type: 'message-marked', id: 'q', marks: { isDeleted: false } });
  expect(restored.messages[0]?.isDeleted).toBe(false);
});

test('another version of the first message that is sent becomes the first that is sent', () => {
  const all = [asked('one'), begun('r'), ended, asked('two'), begun('s'), ended];
  const state = after(...all, { type: 'oldest-dropped', sentFrom: 'two' }, asked('other', 'two'));
  expect(state.sentFrom).toBe('other');
  expect(nextThread(state, { type: 'all-sent-again' }).sentFrom).toBeNull();
});

test('older messages come before those that are here', () => {
  const older = { messages: [question('a'), reply('b')], forks: {}, sentFrom: 'a', hasMore: false };
  const state = nextThread(after(asked('q')), { type: 'older-messages-loaded', ...older });
  expect([ids(state), state.sentFrom, state.hasMore]).toEqual([['a', 'b', 'q'], 'a', false]);
});

test('versions that were only stored join those that are here, and the one set aside comes back', () => {
  const here = { messages: [question('q'), reply('third')], forks: {}, sentFrom: null, hasMore: true };
  const loading = [
    { type: 'conversation-opened', ...here },
    { type: 'retry-requested', id: 'third' },
    {
      type: 'older-messages-loaded',
      messages: [question('a'), reply('b'), question('q'), reply('fourth')],
      forks: { q: [[reply('first')], [reply('second')], [reply('third')], null] },
      sentFrom: null,
      hasMore: false,
    },
  ] satisfies ThreadEvent[];
  const versions = (state: ThreadState) => state.forks.q?.map((tail) => tail?.[0]?.id ?? null);
  const state = after(...loading);
  expect(ids(state)).toEqual(['a', 'b', 'q']);
  expect(versions(state)).toEqual(['first', 'second', 'fourth', 'third', null]);
  const back = nextThread(state, ended);
  expect(ids(back)).toEqual(['a', 'b', 'q', 'third']);
  expect(versions(back)).toEqual(['first', 'second', 'fourth', null]);
});

test('a question that replaced the first one here stands in its place once older messages have come', () => {
  const here = { messages: [question('q'), reply('r')], forks: {}, sentFrom: null, hasMore: true };
  const messages = [question('a'), reply('b'), question('q'), reply('r')];
  const state = after({ type: 'conversation-opened', ...here }, asked('other', 'q'), {
    type: 'older-messages-loaded',
    messages,
    forks: {},
    sentFrom: null,
    hasMore: false,
  });
  expect(ids(state)).toEqual(['a', 'b', 'other']);
  expect(state.forks.b?.map((tail) => tail?.map(({ id }) => id))).toEqual([['q', 'r'], undefined]);
});
