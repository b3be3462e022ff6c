import * as catalogue from '@polylogue/providers/counting';
import { expect, test } from 'vitest';
import { question, reply } from '../testing/messages.ts';
import { billsOf, spentOn } from './spending.ts';

const own = { provider: 'openai', model: 'gpt-6-luna', endpoint: 'https://api.openai.com/v1' } as const;
const local = { ...own, endpoint: 'http://localhost:11434/v1' };
const xai = { provider: 'grok', model: 'grok-4.7', endpoint: 'https://api.x.ai/v1' } as const;

test('tokens are the provider’s own count, money follows its list price [COST-20]', () => {
  const message = reply('Hello', { usage: { input: 1_000_000, output: 200_000 } });
  expect(spentOn(message, () => [], catalogue)).toEqual({
    input: 1_000_000,
    output: 200_000,
    isEstimate: false,
    usd: 0.2 + 0.15,
    isMoneyEstimate: false,
  });
});

test('a continued reply is not priced as one long question [COST-20]', () => {
  const usage = { input: 300_000, output: 0, last: { input: 151_000, output: 0 } };
  expect(spentOn(reply('Hello', { usage }), () => [], catalogue)?.usd).toBeCloseTo(0.03);
});

test('a continued reply is billed once for each of its requests; so is its uncounted part [COST-20 COST-21]', () => {
  const words = 'word '.repeat(50);
  const before = [question('word '.repeat(100))];
  const billed = (more: Parameters<typeof reply>[1]) =>
    billsOf({ messages: [...before, reply(words, more)], forks: {} }, catalogue)[0];
  const whole = billed({ error: { type: 'stopped' } });
  // Counted twice by the provider, which read the question twice: what it used is the sum of both.
  const twice = { input: 250, output: 60, last: { input: 150, output: 20 } };
  expect(billed({ usage: twice })).toMatchObject({ input: 250, output: 60, isEstimate: false });
  // Stopped uncounted, then continued to the end: the question was sent twice, and the whole text was written.
  const rest = billed({ usage: { input: 150, output: 20, isPartial: true } });
  expect(rest?.input).toBe(150 + (whole?.input ?? 0));
  expect(rest?.output).toBe(whole?.output);
  expect(rest?.isEstimate).toBe(true);
  expect(rest?.usd).toBeGreaterThan(whole?.usd ?? 0);
  // Counted as it went, then stopped: the input is known, the output only in part.
  const stopped = billed({ usage: { input: 110, output: 3 }, error: { type: 'stopped' } });
  expect(stopped).toMatchObject({ input: 110, output: whole?.output, isEstimate: true });
});

test('a reply by two models has no single price; one that was partly counted is an estimate [COST-21]', () => {
  const usage = { input: 1000, output: 200 };
  const of = (more: Parameters<typeof reply>[1]) => spentOn(reply('Hello', more), () => [], catalogue);
  expect(of({ usage: { ...usage, isMixed: true } })).toMatchObject({ input: 1000, usd: null });
  expect(of({ usage: { ...usage, isPartial: true } })).toMatchObject({ isEstimate: true });
  expect(of({ usage, error: { type: 'stopped' } })).toMatchObject({ isEstimate: true });
});

test('a self-hosted server has no price, whatever the model is called [COST-05]', () => {
  const message = reply('Hello', { asked: local, usage: { input: 1000, output: 200 } });
  expect(spentOn(message, () => [], catalogue)).toMatchObject({ input: 1000, usd: null });
});

test('a stopped reply that was not counted is estimated, and marked as an estimate [COST-21]', () => {
  const before = [question('word '.repeat(100))];
  const stopped = reply('word '.repeat(50), { error: { type: 'stopped' } });
  const spent = spentOn(stopped, () => before, catalogue);
  expect(spent).toMatchObject({ isEstimate: true, isMoneyEstimate: true });
  expect(spent?.input).toBeGreaterThan(80);
  expect(spent?.output).toBeGreaterThan(40);
});

test('a complete reply that was not counted shows nothing', () => {
  expect(spentOn(reply('Hello'), () => [], catalogue)).toBeNull();
});

test('a chat is billed by provider, including versions that are not shown [COST-22]', () => {
  const first = reply('One', { usage: { input: 1_000_000, output: 0 } });
  const other = reply('Two', { usage: { input: 1_000_000, output: 0 } });
  const grok = reply('Three', { asked: xai, usage: { input: 10, output: 5, cost: 0.5 } });
  const unpriced = reply('Four', { asked: local, usage: { input: 7, output: 3 } });
  const shown = [question('Hi'), first, grok, unpriced];
  expect(billsOf({ messages: shown, forks: { start: [[other], null] } }, catalogue)).toEqual([
    {
      name: 'OpenAI',
      provider: 'openai',
      endpoint: own.endpoint,
      input: 2_000_000,
      output: 0,
      isEstimate: false,
      usd: 0.4,
      isMoneyEstimate: false,
      unpriced: 0,
    },
    {
      name: 'xAI',
      provider: 'grok',
      endpoint: xai.endpoint,
      input: 10,
      output: 5,
      isEstimate: false,
      usd: 0.5,
      isMoneyEstimate: false,
      unpriced: 0,
    },
    {
      name: 'Ollama',
      provider: 'openai',
      endpoint: local.endpoint,
      input: 7,
      output: 3,
      isEstimate: false,
      usd: null,
      isMoneyEstimate: false,
      unpriced: 1,
    },
  ]);
});

test('a stopped version that is no longer shown costs as much as before [COST-21 COST-22]', () => {
  const first = question('word '.repeat(100));
  const stopped = reply('Half', { error: { type: 'stopped' } });
  const shown = [first, reply('Whole', { usage: { input: 0, output: 0 } })];
  const [before] = billsOf({ messages: [first, stopped], forks: {} }, catalogue);
  const [after] = billsOf({ messages: shown, forks: { [first.id]: [[stopped], null] } }, catalogue);
  expect(before?.input).toBeGreaterThan(80);
  expect(after?.input).toBe(before?.input);
});
