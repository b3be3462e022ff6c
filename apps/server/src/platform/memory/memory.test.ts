import { expect, test } from 'vitest';
import { memory } from './memory.ts';

function at(start: number) {
  let time = start;
  return {
    now: () => time,
    pass(ms: number) {
      time += ms;
    },
  };
}

test('values are remembered until they expire', () => {
  const clock = at(0);
  const names = memory<string>(clock.now, 10);
  names.keep('a', 'Ada', 100);
  clock.pass(99);
  expect(names.recall('a')).toBe('Ada');
  clock.pass(1);
  expect(names.recall('a')).toBeUndefined();
});

test('a full memory forgets the oldest value first', () => {
  const names = memory<string>(() => 0, 2);
  names.keep('a', 'Ada', 100);
  names.keep('b', 'Ben', 100);
  names.keep('a', 'Ada again', 100);
  names.keep('c', 'Cleo', 100);
  expect(['a', 'b', 'c'].map((key) => names.recall(key))).toEqual(['Ada again', undefined, 'Cleo']);
});

test('expired values are soon dropped, even if nobody asks for them', () => {
  const clock = at(0);
  const names = memory<number>(clock.now, 100_000);
  for (let each = 0; each < 1_000; each += 1) names.keep(`early ${each}`, each, 10);
  clock.pass(10);
  for (let each = 0; each < 1_000; each += 1) names.keep(`late ${each}`, each, 100);
  expect(names.size()).toBe(1_000);
});
