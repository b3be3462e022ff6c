import { expect, test } from 'vitest';
import { replyText } from '../messages/index.ts';
import type { MessageError, Reply, UserMessage } from './message.ts';
import { errorWords, missingModel, shownError } from './message-error.ts';

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
  arrived: null,
  choice: null,
  usual: null,
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

test('nothing is shown when nothing is wrong', () => {
  expect(errorWords(question(null))).toBeNull();
  expect(errorWords(reply('Hi', null))).toBeNull();
});

test('a failure offers its cause and the words of the provider as details, and does not repeat the toast [ERR-15 ERR-17]', () => {
  const details = 'a.test accepts no more requests for now.\n\n{"type":"error"}';
  expect(errorWords(question(failed))).toEqual({ text: 'No reply came.', details });
  expect(errorWords(reply('Ha', failed))).toEqual({ text: 'This reply was cut off.', details });
});

test('words that only the provider has said are among the details: the toast goes, they stay', () => {
  const told = { kind: 'server', message: 'The model is asleep', status: 503, retryable: true } as const;
  expect(errorWords(question({ type: 'failed', failure: told }))).toEqual({
    text: 'No reply came.',
    details: 'The model is asleep',
  });
});

test('a failure names the provider that failed, not the one asked first', () => {
  const other = { provider: 'gemini', model: 'gemini-pro', endpoint: 'https://g.test' } as const;
  expect(errorWords(question({ ...failed, asked: other }))?.details).toContain(
    'g.test accepts no more requests for now.',
  );
});

test('stopping before the first word differs from stopping after it', () => {
  expect(errorWords(question({ type: 'stopped' }))?.text).toBe('You stopped this before a reply came.');
  expect(errorWords(reply('Ha', { type: 'stopped' }))?.text).toBe('You stopped this reply.');
});

test.each(['cut-off', 'length', 'filtered', 'refused', 'paused', 'tool'] as const)(
  'a reply that ended with %s is explained, with and without text',
  (because) => {
    const broken = errorWords(reply('Ha', { type: 'ended', because }))?.text;
    const silent = errorWords(question({ type: 'empty', because }))?.text;
    for (const words of [broken, silent]) expect(words).toMatch(/^[A-Z].+\.$/);
  },
);

test('an empty reply says what to do', () => {
  expect(errorWords(question({ type: 'empty', because: 'done' }))?.text).toBe(
    'The reply came back empty. Try again, or ask another model.',
  );
});

test('a failed continuation does not deny the text that is there', () => {
  expect(errorWords(reply('Ha', { type: 'empty', because: 'cut-off' }))?.text).toBe(
    'The rest did not arrive. Try again.',
  );
});

const nothing = () => {};
const remedies = { onDropOldest: nothing, onChooseModel: nothing, onChangeKey: nothing };
const failure = (kind: string, more = {}): MessageError =>
  ({ type: 'failed', failure: { kind, message: 'No', retryable: true, ...more } }) as MessageError;
const offered = (error: MessageError) =>
  shownError(question(error), remedies)?.remedies.map(({ label }) => label);

test.each([
  ['key', ['Change key', 'Other model']],
  ['no-credit', ['Change key', 'Other model']],
  ['model', ['Change key', 'Other model']],
  ['connect', ['Change address', 'Other model']],
  ['bad-answer', ['Change address', 'Other model']],
  ['overloaded', ['Other model']],
  ['too-long', ['Drop the oldest and retry', 'Other model']],
  ['offline', []],
])('a failure of the kind %s offers %j besides asking again', (kind, labels) =>
  expect(offered(failure(kind, { retryable: kind !== 'bad-answer' }))).toEqual(labels),
);

test('an answer that arrived garbled is not the fault of its address', () => {
  expect(offered(failure('bad-answer'))).toEqual(['Change key', 'Other model']);
});

test('where a provider itself cannot be reached, the key may be wrong: openai does not say so', () => {
  const own = { ...asked, endpoint: 'https://api.anthropic.com' };
  const labels = shownError(question({ ...failure('connect'), asked: own } as MessageError), remedies);
  expect(labels?.remedies.map(({ label }) => label)).toEqual(['Change key', 'Other model']);
});

test('the key that is changed is the one that failed, not the one in use', () => {
  const other = { provider: 'deepseek', model: 'deepseek-chat', endpoint: 'https://api.deepseek.com' };
  const changed: unknown[] = [];
  const onChangeKey = (asked: unknown) => changed.push(asked);
  for (const more of [{ asked: other }, {}]) {
    const error = { ...failure('key'), ...more } as MessageError;
    shownError(question(error), { ...remedies, onChangeKey })?.remedies[0]?.act();
  }
  expect(changed).toEqual([other, asked]);
});

test('a server of one’s own that does not answer is not named twice', () => {
  const error = failure('connect', { message: 'Failed to fetch' }) as MessageError & { type: 'failed' };
  const local = { provider: 'openai', model: 'llama', endpoint: 'http://localhost:11434/v1' } as const;
  expect(errorWords(question({ ...error, asked: local }))?.details).toBe(
    'localhost:11434 could not be reached.',
  );
});

test('being offline is reported as such, not as a wrong key', () => {
  const shown = errorWords(question(failure('offline', { message: 'Unable to connect: offline' })));
  expect(shown?.text).toBe(
    'This device is offline. Your message is kept: retry once you are connected again.',
  );
  expect(shown?.hint).toBeUndefined();
});

test('if the provider says how long to wait, the note knows when that is over', () => {
  expect(shownError(question(failure('rate-limit', { retryAt: 9 })), remedies)?.retryAt).toBe(9);
});

test('only a missing model can be replaced', () => {
  expect(missingModel(question(failure('model')))).toBe(asked);
  expect(missingModel(question(failure('key')))).toBeNull();
});

test('a reply that its provider ended has the reason it gave', () => {
  const reason = 'MALFORMED_FUNCTION_CALL: Malformed call: look_up(';
  expect(errorWords(reply('', { type: 'empty', because: 'tool', reason }))?.text).toBe(
    'The model asked for a tool, and there are none here. Ask it to answer without tools. ' +
      'The provider’s reason: “MALFORMED_FUNCTION_CALL: Malformed call: look_up(”.',
  );
  expect(errorWords(reply('Half', { type: 'ended', because: 'other', reason: 'OTHER' }))?.text).toBe(
    'The provider ended this reply early. The provider’s reason: “OTHER”.',
  );
});
