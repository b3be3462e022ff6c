import { expect, test } from 'vitest';
import { limitConcurrency } from './limit-concurrency.ts';

const settled = () => new Promise((resolve) => setImmediate(resolve));

test('two run at a time, the third when one has ended, even with an error', async () => {
  const line = limitConcurrency(2);
  const begun: string[] = [];
  const end = new Map<string, (how: 'well' | 'badly') => void>();
  const run = (name: string) =>
    line(async () => {
      begun.push(name);
      const how = await new Promise<string>((done) => end.set(name, done));
      if (how === 'badly') throw new Error(name);
      return name;
    });
  const all = Promise.allSettled(['a', 'b', 'c', 'd'].map(run));
  await settled();
  expect(begun).toEqual(['a', 'b']);
  end.get('a')?.('badly');
  await settled();
  expect(begun).toEqual(['a', 'b', 'c']);
  for (const name of ['b', 'c']) end.get(name)?.('well');
  await settled();
  end.get('d')?.('well');
  expect((await all).map(({ status }) => status)).toEqual([
    'rejected',
    'fulfilled',
    'fulfilled',
    'fulfilled',
  ]);
});
