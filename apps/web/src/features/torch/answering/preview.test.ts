import type { PostRow } from '@polylogue/contract';
import { defaultLend } from '@polylogue/sync/turns';
import { expect, test } from 'vitest';
import { post } from '../testing/lender.ts';
import { isTopicLong, previewOf } from './preview.ts';

const space = { name: 'Physics', ai_name: null, ai_instructions: null };
const long = 'A sentence of several words. '.repeat(100);
const rows = Array.from({ length: 60 }, (_, at) => post(at + 1, at % 2 ? 'ada' : 'ben', long));
/** Of a model whose window holds everything. */
const counter = {
  priceAt: () => null,
  window: 1_000_000,
  longest: null,
  tokensOf: (text: string) => Math.ceil(text.length / 4),
};
const lend = { ...defaultLend, models: [{ provider: 'openai', model: 'gpt', price: null }] };

test('what one’s own key sends is counted as it is when it is sent', () => {
  expect(previewOf(space, rows, { me: 'me' }, { counter })).toMatchObject({ messages: 61, people: 3 });
});

test('a lend sends as much as is left of it today', () => {
  const spent_today = { usd: 0, tokens: 190_000 };
  const whole = previewOf(
    space,
    rows,
    { me: 'me' },
    { lend: { ...lend, spent_today: { usd: 0, tokens: 0 } } },
  );
  const rest = previewOf(space, rows, { me: 'me' }, { lend: { ...lend, spent_today } });
  expect(rest?.messages).toBeLessThan(whole?.messages ?? 0);
  expect(rest?.messages).toBeGreaterThan(1);
});

test('an answer of somebody behind a block is counted where another member’s key sends it, and not with one’s own', () => {
  const segment = { epoch: 1, holder_id: null, started: null, from: 0, to: 2, spent: null, because: 'ended' };
  const turn = { state: 'done', segments: [segment], ended_at: 3 } as unknown as NonNullable<PostRow['turn']>;
  const answer = post(3, 'ada', 'Hi', { kind: 'turn', turn });
  const all = [post(1, 'ada', 'Hello'), answer];
  const own = previewOf(space, all, { me: 'me' }, { counter });
  const lent = previewOf(space, all, { me: 'me' }, { lend: { ...lend, spent_today: { usd: 0, tokens: 0 } } });
  expect([own?.used, lent?.used]).toEqual([['m1'], ['m1', 'm3']]);
});

test('the files of what is sent are counted', () => {
  const file = {
    file_id: 'f',
    name: 'notes.txt',
    media_type: 'text/plain',
    size: 5,
    url: '',
    thumbnail_url: null,
  };
  const withFiles = [
    post(1, 'ada', 'Look', { files: [file, { ...file, file_id: 'g' }] }),
    post(2, 'ada', 'Secret', { files: [file], is_off_record: true }),
  ];
  expect(previewOf(space, withFiles, { me: 'me' }, { counter })).toMatchObject({ messages: 2, files: 2 });
});

const topic = post(59, 'ada', '', { kind: 'notice', notice: { kind: 'topic', user_id: null, name: null } });
const withTopic = rows.map((row) => (row.number === 59 ? topic : row));

test('of a topic that has just begun little is sent, and what is answered or pinned from before it [TOPIC-01 PIN-01]', () => {
  const usedOf = (more: object, pins: string[] = []) =>
    previewOf({ ...space, pins }, withTopic, { me: 'me', ...more }, { counter })?.used;
  expect(usedOf({})).toEqual(['m60']);
  expect(usedOf({ reply_to: 'm7' })).toEqual(['m7', 'm60']);
  expect(usedOf({}, ['m9', 'm3'])).toEqual(['m3', 'm9', 'm60']);
  expect(usedOf({ left_out: new Set(['m3', 'm60']) }, ['m9', 'm3'])).toEqual(['m9']);
});

test('what is pinned and too long for what is lent is named before sending [PIN-02]', () => {
  const pinned = [post(1, 'ben', 'x'.repeat(3_000)), post(2, 'ben', 'Be kind')];
  const all = [...pinned, ...withTopic.slice(2)];
  const spent_today = { usd: 0, tokens: 194_000 };
  const preview = previewOf(
    { ...space, pins: ['m1', 'm2'] },
    all,
    { me: 'me' },
    { lend: { ...lend, spent_today } },
  );
  expect(preview).toMatchObject({ used: ['m2'], unfit: ['m1'] });
});

test('after 50 messages, or at 5 cents for being read, a question is worth a new topic [TOPIC-04]', () => {
  const priced = (input: number) => ({ ...counter, priceAt: () => ({ input, output: 0 }) });
  const isLong = (count: number, price = 0) => {
    const preview = previewOf(space, rows.slice(-count), { me: 'me' }, { counter: priced(price) });
    return preview && isTopicLong(preview);
  };
  expect([isLong(50), isLong(51)]).toEqual([false, true]);
  // Of 40 messages with 29,000 tokens: at 1 dollar per million they take 3 cents, at 2 dollars 6.
  expect([isLong(40, 1), isLong(40, 2)]).toEqual([false, true]);
});
