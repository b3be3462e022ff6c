import { afterAll, beforeAll, expect, test } from 'vitest';
import { content, type Imitation, startImitation } from './index.ts';
import { ask } from './testing.ts';

// By the clock on the wall, which a busy machine does not keep.
let imitation: Imitation;
beforeAll(async () => {
  imitation = await startImitation();
});
afterAll(() => imitation.close());

test('200 tokens a second are evenly spaced', async () => {
  const result = await ask(imitation, '/tokens 200 rate=200');
  expect(result.text).toBe(content('prose', 200));
  const spent = (result.reads.at(-1) ?? 0) - (result.reads[0] ?? 0);
  expect(spent).toBeGreaterThan(900);
  expect(spent).toBeLessThan(1500);
  // never in bursts: most tokens come alone, one interval after the one before
  expect(result.reads.length).toBeGreaterThan(100);
  const gaps = result.reads.slice(1).map((at, index) => at - (result.reads[index] ?? 0));
  const middle = gaps.toSorted((a, b) => a - b)[Math.floor(gaps.length / 2)] ?? 0;
  expect(middle).toBeGreaterThan(2);
  expect(middle).toBeLessThan(12);
});

test('without a rate it is faster than 60,000 events a second', async () => {
  const fastest = async () => {
    const start = performance.now();
    const response = await fetch(imitation.endpoint('openai'), {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: 'Bearer k' },
      body: JSON.stringify({
        model: 'gpt-6-luna',
        stream: true,
        messages: [{ role: 'user', content: '/tokens 60000' }],
      }),
    });
    let bytes = 0;
    for await (const chunk of response.body ?? []) bytes += chunk.length;
    expect(bytes).toBeGreaterThan(60_000 * 100);
    return performance.now() - start;
  };
  // the best of three: the machine may be busy with something else
  expect(Math.min(await fastest(), await fastest(), await fastest())).toBeLessThan(1000);
});
