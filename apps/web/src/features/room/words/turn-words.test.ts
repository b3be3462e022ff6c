import { defaultLend } from '@polylogue/sync/turns';
import { expect, test } from 'vitest';
import { namesIn } from '../engine/names.ts';
import { names, people, personFormat, segmentOf, turnWith } from '../testing/turns.ts';
import type { PlaceInLine } from './queue.ts';
import { failoverWords, isLentForAll, retryOf, type TurnContext, turnWords } from './turn-words.ts';

const context: TurnContext = {
  names,
  hasText: false,
  place: null,
  isLent: true,
  isAsker: true,
  now: 1_000,
};

test('what nobody asked says whether anyone lends for that [MODE-03]', () => {
  const posted = turnWith({ is_automatic: true });
  expect(turnWords(posted, { ...context, isLent: false })).toBe('Nobody here lends a key for every message');
  expect(turnWords(posted, context)).toBe('Waiting for someone whose key is lent for every message');
});

test('what nobody asked and a browser could not answer says why, and when it is asked again, whoever lends [MODE-03 TORCH-13]', () => {
  const busy = segmentOf('ada', { because: 'limit', is_retried: true, until: 15_000 });
  const posted = turnWith({ is_automatic: true, segments: [busy] });
  const alone = { ...context, isLent: false };
  expect(turnWords(posted, alone)).toBe(
    'Ada’s browser reached a limit of its provider. Asking Ada’s browser again in 14 s',
  );
  const refused = turnWith({ is_automatic: true, segments: [segmentOf('ada', { because: 'key' })] });
  expect(turnWords(refused, alone)).toMatch(
    /^Ada’s key was refused by .*\. Waiting for someone else whose key/,
  );
});

test('an author’s other device that answers what they ask nobody is lent for every message, to them alone [MODE-03]', () => {
  const lend = {
    ...defaultLend,
    models: [],
    spent_today: { usd: 0, tokens: 0 },
    isVisible: true,
    lent_at: 0,
  };
  const forAll = { ...lend, every_message: true };
  expect(isLentForAll({ lent: { ada: lend }, forSelf: lend }, true)).toBe(false);
  expect(isLentForAll({ lent: { ada: forAll }, forSelf: null }, false)).toBe(true);
  expect(isLentForAll({ lent: {}, forSelf: forAll }, true)).toBe(true);
  expect(isLentForAll({ lent: {}, forSelf: forAll }, false)).toBe(false);
});

test('a lender reads why their own browser did not take a question of somebody else [TORCH-15]', () => {
  const mine = segmentOf('me', { because: 'declined', declined: 'no-room', started: null });
  expect(turnWords(turnWith({ segments: [mine] }), { ...context, isAsker: false })).toBe(
    'What is left of what you lend does not pay for an answer. Waiting for someone else with a key',
  );
});

const lost = segmentOf('ada', { because: 'closing' });
const writing = segmentOf('ben', { epoch: 2, because: null });

test.each([
  ['no lender is there', turnWith(), 'Waiting for someone with a key'],
  [
    'a holder has lost it',
    turnWith({ segments: [lost] }),
    'Ada’s browser stopped answering. Waiting for someone else with a key',
  ],
  [
    'a phone is locked',
    turnWith({ segments: [segmentOf('ada', { because: 'lapsed', started: null })] }),
    'Ada’s browser does not respond. Waiting until it does, or for someone else with a key',
  ],
  ['it is offered', turnWith({ state: 'offered', holder_id: 'ada' }), 'Asking Ada’s browser'],
  [
    'a model thinks',
    turnWith({ state: 'running', holder_id: 'ben', segments: [writing] }),
    'Ben’s model is thinking',
  ],
  [
    'a model thinks for oneself',
    turnWith({ state: 'running', holder_id: 'me', segments: [{ ...writing, holder_id: 'me' }] }),
    'Your model is thinking',
  ],
  [
    'somebody unknown answers',
    turnWith({ state: 'running', segments: [{ ...writing, holder_id: null }] }),
    'Somebody’s model is thinking',
  ],
  ['the answer is empty', turnWith({ state: 'done' }), 'The answer came back empty.'],
  [
    'a model used up its limit by thinking',
    turnWith({ state: 'done', segments: [segmentOf('ada', { because: 'length' })] }),
    'The model reached its length limit before it wrote anything. Ask for less at once.',
  ],
  ['it is stopped', turnWith({ state: 'stopped', because: 'stopped' }), 'Stopped before an answer came.'],
  ['it is withdrawn', turnWith({ state: 'stopped', because: 'withdrawn' }), 'The question was withdrawn.'],
  [
    'the provider refuses',
    turnWith({ state: 'failed', because: 'refused' }),
    'The provider declined to answer. Rephrase the question and ask again.',
  ],
  [
    'nobody can finish it',
    turnWith({ state: 'failed', because: 'too-many-epochs' }),
    'It was tried 6 times, and no browser could finish it.',
  ],
  [
    'it takes too long',
    turnWith({ state: 'failed', because: 'out-of-time' }),
    'The answer took longer than 15 minutes, and was stopped.',
  ],
  [
    'it is too long',
    turnWith({ state: 'failed', because: 'too-long' }),
    'The answer reached the length limit.',
  ],
  ['it fails for no known reason', turnWith({ state: 'failed' }), 'The answer failed.'],
  [
    'nobody came',
    turnWith({ state: 'expired', because: 'nobody-came' }),
    'No key was available within a day.',
  ],
])('when %s, the turn says so', (_, turn, words) => {
  expect(turnWords(turn, context)).toBe(words);
});

test.each([
  ['key', 'Ada’s key was refused by OpenAI'],
  ['credit', 'Ada’s account at OpenAI is out of credit'],
  ['model', 'OpenAI has no gpt-5.5 for Ada’s key'],
] as const)('everyone reads in words why a key did not answer (%s) [LEND-02]', (because, words) => {
  const turn = turnWith({ segments: [segmentOf('ada', { because })] });
  expect(turnWords(turn, context)).toBe(`${words}. Waiting for someone else with a key`);
});

test('a server that only uses a provider’s format is named by its host', () => {
  const segment = segmentOf('ada', { because: 'key' });
  const started = segment.started && { ...segment.started, host: '127.0.0.1:8080' };
  expect(turnWords(turnWith({ segments: [{ ...segment, started }] }), context)).toContain(
    'Ada’s key was refused by 127.0.0.1:8080.',
  );
});

test('a text needs no sentence beside it, unless it was cut short', () => {
  const withText = { ...context, hasText: true };
  expect(turnWords(turnWith({ state: 'running', segments: [writing] }), withText)).toBeNull();
  expect(turnWords(turnWith({ state: 'done' }), withText)).toBeNull();
  const cut = segmentOf('ada', { because: 'length' });
  expect(turnWords(turnWith({ state: 'done', segments: [cut] }), withText)).toBe(
    'This answer reached its length limit.',
  );
  expect(turnWords(turnWith({ state: 'stopped', because: 'stopped' }), withText)).toBe(
    'The answer was stopped.',
  );
});

test('a question behind others says its place in the line, and does not ask for a key [TORCH-18]', () => {
  const wordsAt = (place: PlaceInLine) => turnWords(turnWith(), { ...context, place });
  expect([1, 2, 3, 4, 11, 22].map(wordsAt)).toEqual([
    'Next in line',
    '2nd in line',
    '3rd in line',
    '4th in line',
    '11th in line',
    '22nd in line',
  ]);
});

test('a browser that is asked again after its answer broke off is not called another one', () => {
  const turn = turnWith({
    state: 'running',
    holder_id: 'ada',
    segments: [lost, { ...writing, holder_id: 'ada' }],
  });
  expect(failoverWords(turn, names)).toBe('Asked again: Ada’s browser stopped answering');
});

test('when another browser takes over, it says from whom and why', () => {
  const turn = turnWith({ state: 'running', holder_id: 'ben', segments: [lost, writing] });
  expect(failoverWords(turn, names)).toBe('Passed on to Ben: Ada’s browser stopped answering');
  expect(failoverWords(turn, namesIn(people, 'ada', personFormat.nameOf))).toBe(
    'Passed on to Ben: your browser stopped answering',
  );
  // Who only declined had nothing to pass on.
  const declined = segmentOf('ada', { started: null, because: 'declined' });
  expect(failoverWords({ ...turn, segments: [declined, writing] }, names)).toBeNull();
  expect(failoverWords({ ...turn, state: 'done' }, names)).toBeNull();
});

test('what a newer server knows of an answer, and this page does not, is a plain line', () => {
  expect(turnWords(turnWith({ state: 'failed', because: 'eclipse' }), context)).toBe('The answer failed.');
  const turn = turnWith({ segments: [segmentOf('ada', { because: 'eclipse' })] });
  expect(turnWords(turn, context)).toBe(
    'Ada’s browser no longer has it. Waiting for someone else with a key',
  );
  expect(turnWords(turnWith({ state: 'eclipse' as 'done' }), context)).toBe(
    'Reload this page to see how far the answer is.',
  );
});

const limited = segmentOf('ada', { to: 0, because: 'limit', until: 18_000, is_retried: true });

test('a question that is asked again by itself counts down, and waits for others once that did not happen [TORCH-12]', () => {
  const turn = turnWith({ segments: [limited] });
  const at = (now: number) => turnWords(turn, { ...context, now });
  const before = 'Ada’s browser reached a limit of its provider';
  expect(at(1_500)).toBe(`${before}. Asking Ada’s browser again in 17 s`);
  expect(at(18_001)).toBe(`${before}. Asking Ada’s browser again…`);
  expect(at(23_000)).toBe(`${before}. Waiting for someone else with a key`);
  expect(retryOf(turn, 1_000)).toEqual({ holder_id: 'ada', until: 18_000 });
  // Somebody else had it meanwhile, and Ada is still to come.
  const failed = segmentOf('ben', { epoch: 2, to: 0, because: 'key' });
  expect(turnWords(turnWith({ segments: [limited, failed] }), context)).toBe(
    'Ben’s key was refused by OpenAI. Asking Ada’s browser again in 17 s',
  );
  const again = segmentOf('ada', { epoch: 2, to: 0, because: 'limit', until: 60_000_000 });
  expect(turnWords(turnWith({ segments: [limited, again] }), context)).toMatch(
    /^Ada’s browser reached a limit of its provider, until .+\. Waiting for someone else with a key$/,
  );
  const broken = segmentOf('ada', { epoch: 2, to: 0, because: 'provider', until: 60_000_000 });
  expect(turnWords(turnWith({ segments: [broken] }), { ...context, now: 1_000 })).toBe(
    'Ada’s browser got an error from its provider. Waiting for someone else with a key',
  );
});

test.each([
  ['not-lent', 'Ada lends nothing here right now'],
  ['other-model', 'Ada does not lend the model that you asked for'],
  ['not-allowed', 'Ada does not lend to you'],
  ['hour', 'You have used up the questions an hour that Ada lends you'],
  ['used-up', 'What Ada lends is used up for today'],
  ['no-room', 'What is left of what Ada lends does not pay for an answer'],
  ['too-long', 'This question is too long for what Ada lends'],
  ['busy', 'Ada’s browser could not take the question'],
  ['of a newer version', 'Ada’s browser could not take the question'],
] as const)('who asked reads why a lender did not take the question: %s [TORCH-15]', (declined, words) => {
  const reason = { started: null, to: 0, because: 'declined', declined };
  const waits = '. Waiting for someone else with a key';
  expect(turnWords(turnWith({ segments: [segmentOf('ada', reason)] }), context)).toBe(words + waits);
  expect(turnWords(turnWith({ segments: [segmentOf('me', reason)] }), context)).toMatch(/^(You|This|What)/);
});

test('everyone else reads only that a lender did not take the question, and nothing behind a block [TORCH-15]', () => {
  const declined = segmentOf('ada', { started: null, to: 0, because: 'declined' });
  expect(turnWords(turnWith({ segments: [declined] }), context)).toBe(
    'Ada’s browser did not take it. Waiting for someone else with a key',
  );
  expect(turnWords(turnWith({ epoch: 1, segments: [] }), context)).toBe('Waiting for someone with a key');
});
