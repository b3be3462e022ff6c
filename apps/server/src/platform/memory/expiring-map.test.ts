import { expect, test } from 'vitest';
import { expiringMap } from './expiring-map.ts';

function at(start: number) {
  let time = start;
  return {
    now: () => time,
    pass(ms: number) {
      time += ms;
    },
  };
}

test('values stay until they expire', () => {
  const clock = at(0);
  const names = expiringMap<string>(clock.now, 10);
  names.set('a', 'Ada', 100);
  clock.pass(99);
  expect(names.get('a')).toBe('Ada');
  clock.pass(1);
  expect(names.get('a')).toBeUndefined();
});

test('a full map drops the oldest value first', () => {
  const names = expiringMap<string>(() => 0, 2);
  names.set('a', 'Ada', 100);
  names.set('b', 'Ben', 100);
  names.set('a', 'Ada again', 100);
  names.set('c', 'Cleo', 100);
  expect(['a', 'b', 'c'].map((key) => names.get(key))).toEqual(['Ada again', undefined, 'Cleo']);
});

test('expired values are soon dropped, even if they are never read', () => {
  const clock = at(0);
  const names = expiringMap<number>(clock.now, 100_000);
  for (let each = 0; each < 1_000; each += 1) names.set(`early ${each}`, each, 10);
  clock.pass(10);
  for (let each = 0; each < 1_000; each += 1) names.set(`late ${each}`, each, 100);
  expect(names.size()).toBe(1_000);
});
