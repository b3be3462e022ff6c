import * as catalogue from '@polylogue/providers/counting';
import { expect, test } from 'vitest';
import type { Message } from '../../../thread/index.ts';
import { question, reply } from '../testing/messages.ts';
import { contextOf, dropUntil, isNearlyFull, isTooLong } from './context.ts';

const luna = {
  provider: 'openai',
  model: 'gpt-6-luna',
  window: 1000,
  extra: 0,
  beside: 0,
  sentBeside: null,
} as const;
const chat = (...messages: Message[]) => ({ messages, sentFrom: null as string | null });
type Counted = NonNullable<Message['usage']>;
const used = (input: number, output: number, more: Partial<Counted> = {}): Counted => ({
  input,
  output,
  ...more,
});
const text = (tokens: number) => 'word '.repeat(tokens).trim();

test('the provider’s own count is used as it is, minus the reasoning, which is not sent again [COST-16]', () => {
  const conversation = chat(question('Hi'), reply('Hello', { usage: used(100, 60, { reasoning: 40 }) }));
  expect(contextOf(conversation, luna, catalogue)).toEqual({ tokens: 120, isEstimate: false, window: 1000 });
});

test('so is it for input that is hard to estimate: a system prompt, a picture, a PDF [COST-16]', () => {
  const conversation = chat(question('Hi'), reply('Hello', { usage: used(25_500, 100) }));
  const long = { ...luna, window: 20_000 };
  expect(contextOf(conversation, long, catalogue)).toEqual({
    tokens: 25_600,
    isEstimate: false,
    window: 20_000,
  });
});

test('what goes along is counted once, and afterwards what has come or gone since [FOLDER-04]', () => {
  const tokens = (messages: Message[], beside: number, sentBeside: number | null) =>
    contextOf(chat(...messages), { ...luna, beside, sentBeside }, catalogue).tokens;
  const asked = [question('Hi')];
  const answered = [...asked, reply('Hello', { usage: used(400, 60) })];
  expect(tokens(asked, 300, null) - tokens(asked, 0, null)).toBeGreaterThan(250);
  expect(tokens(answered, 300, 300)).toBe(460);
  expect(tokens(answered, 300, null)).toBe(460);
  expect(tokens(answered, 0, 300)).toBeLessThan(200);
  expect(tokens(answered, 500, 300)).toBeGreaterThan(600);
});

test('a continued reply is as long as its last count says, not as all its counts together [COST-16]', () => {
  const usage = used(1_100, 900, { last: used(600, 400) });
  expect(contextOf(chat(question('Hi'), reply('Hello', { usage })), luna, catalogue)).toMatchObject({
    tokens: 1_000,
    isEstimate: false,
  });
});

test('new messages are estimated, and marked as an estimate [COST-16]', () => {
  const counted = [question(text(50)), reply(text(50), { usage: used(60, 60) })];
  const before = contextOf(chat(...counted), luna, catalogue);
  const after = contextOf(chat(...counted, question(text(50))), luna, catalogue);
  expect(after.isEstimate).toBe(true);
  expect(after.tokens - before.tokens).toBeGreaterThan(40);
  expect(after.tokens - before.tokens).toBeLessThan(80);
});

test('deleted messages take no room, whether the provider had counted them or not [COST-16 STEER-51]', () => {
  const messages = [
    question(text(300)),
    reply(text(300), { usage: used(330, 330) }),
    question(text(50)),
    reply(text(50), { usage: used(720, 60) }),
  ];
  const without = messages.map((message, index) => (index < 2 ? { ...message, isDeleted: true } : message));
  expect(contextOf(chat(...without), luna, catalogue).tokens).toBeLessThan(250);
  // The next count includes it.
  const next = [...without, question('And?'), reply('Yes', { usage: used(130, 2) })];
  expect(contextOf(chat(...next), luna, catalogue)).toMatchObject({ tokens: 132, isEstimate: false });
  const uncounted = chat({ ...question(text(300)), isDeleted: true }, question(text(50)));
  expect(contextOf(uncounted, luna, catalogue).tokens).toBeLessThan(80);
});

test('without a count everything is estimated', () => {
  const { tokens, isEstimate } = contextOf(chat(question(text(100))), luna, catalogue);
  expect(isEstimate).toBe(true);
  expect(tokens).toBeGreaterThan(80);
  expect(tokens).toBeLessThan(150);
});

test('dropping the oldest makes room, even though the last count was before that', () => {
  const messages = [
    question(text(300)),
    reply(text(300), { usage: used(330, 330) }),
    question(text(50)),
    reply(text(50), { usage: used(720, 60) }),
  ];
  const all = contextOf(chat(...messages), luna, catalogue);
  const less = contextOf({ messages, sentFrom: messages[2]?.id ?? null }, luna, catalogue);
  expect(all.tokens).toBe(780);
  expect(less.tokens).toBeLessThan(200);
});

test('a model that uses more tokens for the same text is counted accordingly', () => {
  const conversation = chat(question(text(50)), reply(text(50), { usage: used(60, 60) }));
  const opus = {
    provider: 'anthropic',
    model: 'claude-opus-5-5',
    window: 1000,
    extra: 0,
    beside: 0,
    sentBeside: null,
  } as const;
  expect(contextOf(conversation, opus, catalogue).tokens).toBeGreaterThan(140);
});

test('files and text waiting to be sent count', () => {
  expect(contextOf(chat(), { ...luna, extra: 700 }, catalogue)).toEqual({
    tokens: 700,
    isEstimate: true,
    window: 1000,
  });
});

test.each([
  [790, 1000, false, false],
  [800, 1000, true, false],
  [901, 1000, true, true],
  [127_000, 128_000, true, false],
  [127_600, 128_000, true, true],
  [5_000_000, null, false, false],
])('%d of %s tokens: nearly full %s, too long %s [COST-17]', (tokens, window, nearly, long) => {
  const context = { tokens, window, isEstimate: false };
  expect(isNearlyFull(context)).toBe(nearly);
  expect(isTooLong(context)).toBe(long);
});

test('the oldest are dropped up to a question, so that the wanted share is left [COST-18]', () => {
  const messages = [1, 2, 3, 4].flatMap(() => [question(text(100)), reply(text(100))]);
  expect(dropUntil({ messages, sentFrom: null }, 0.5, catalogue)).toBe(messages[4]?.id);
  expect(dropUntil({ messages, sentFrom: messages[4]?.id ?? null }, 0.5, catalogue)).toBe(messages[6]?.id);
});

test('the last question stays, however long it is; alone, there is nothing to drop', () => {
  const messages = [question('Hi'), reply('Hello'), question(text(1000))];
  expect(dropUntil({ messages, sentFrom: null }, 0.1, catalogue)).toBe(messages[2]?.id);
  expect(dropUntil({ messages: messages.slice(2), sentFrom: null }, 0.1, catalogue)).toBeNull();
});
