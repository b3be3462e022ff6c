import { expect, test } from 'vitest';
import { replyText } from '../messages/index.ts';
import type { MessageError, Reply, UserMessage } from './message.ts';
import { errorWords } from './message-error.ts';

const asked = { provider: 'anthropic', model: 'claude-sonnet-5-5', endpoint: 'https://a.test' } as const;
const common = { at: 0, timestamp: '', fullTimestamp: '', asked, usage: null };
const question = (error: MessageError | null): UserMessage => ({
  ...common,
  id: 'm1',
  role: 'user',
  content: 'Hello',
  attachments: [],
  error,
});
const reply = (text: string, error: MessageError | null): Reply => ({
  ...common,
  id: 'm2',
  role: 'assistant',
  text: replyText(text),
  rest: [],
  isTooLong: false,
  reasoning: null,
  thinkingSince: null,
  thoughtFor: null,
  choice: null,
  isGrowing: false,
  error,
});
const failed: MessageError = {
  type: 'failed',
  failure: {
    kind: 'rate-limit',
    message: 'Too many tokens',
    status: 429,
    retryable: true,
    details: '{"type":"error"}',
  },
};

test('where all is well nothing is said', () => {
  expect(errorWords(question(null))).toBeNull();
  expect(errorWords(reply('Hi', null))).toBeNull();
});

test('a failure is told in place in the words of the toast, with what the provider said [ERR-15]', () => {
  const text = 'anthropic API rate limit exceeded. Please try again later';
  expect(errorWords(question(failed))).toMatchObject({ text, details: '{"type":"error"}' });
  expect(errorWords(reply('Ha', failed))?.text).toBe(`This reply was cut off. ${text}`);
});

test('a failure names who failed, whoever was asked first', () => {
  const other = { provider: 'gemini', model: 'gemini-pro', endpoint: 'https://g.test' } as const;
  expect(errorWords(question({ ...failed, asked: other }))?.text).toBe(
    'gemini API rate limit exceeded. Please try again later',
  );
});

test('stopping before and after the first word are two things', () => {
  expect(errorWords(question({ type: 'stopped' }))?.text).toBe('You stopped this before a reply came.');
  expect(errorWords(reply('Ha', { type: 'stopped' }))?.text).toBe('You stopped this reply.');
});

test.each(['cut-off', 'length', 'filtered', 'refused', 'paused', 'tool'] as const)(
  'a reply that ended with %s is explained, with text and without',
  (because) => {
    const broken = errorWords(reply('Ha', { type: 'ended', because }))?.text;
    const silent = errorWords(question({ type: 'empty', because }))?.text;
    for (const words of [broken, silent]) expect(words).toMatch(/^[A-Z].+\.$/);
  },
);

test('an empty reply says what to do', () => {
  expect(errorWords(question({ type: 'empty', because: 'done' }))?.text).toBe(
    'The reply came back empty. Try again, or choose another model in Settings.',
  );
});

test('a rest that did not come does not deny the text that is there', () => {
  expect(errorWords(reply('Ha', { type: 'empty', because: 'cut-off' }))?.text).toBe(
    'The rest did not come. Try again.',
  );
});
