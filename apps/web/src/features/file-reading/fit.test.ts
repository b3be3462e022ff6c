import { expect, test } from 'vitest';
import { attempts, fitted } from './fit.ts';

test.each([
  [{ width: 4032, height: 3024 }, { longest: 1568 }, { width: 1568, height: 1176 }],
  [{ width: 3024, height: 4032 }, { longest: 1568 }, { width: 1176, height: 1568 }],
  [
    { width: 4032, height: 3024 },
    { longest: 2048, shortest: 768 },
    { width: 1024, height: 768 },
  ],
  [{ width: 800, height: 600 }, { longest: 1568 }, { width: 800, height: 600 }],
  [{ width: 10_000, height: 1 }, { longest: 1568 }, { width: 1568, height: 1 }],
])('%j within %j is %j [ATT-05]', (size, bounds, result) => {
  expect(fitted(size, bounds)).toEqual(result);
});

test('a picture that may be transparent is tried as PNG first, then ever smaller, down to a limit [ATT-05]', () => {
  const all = [...attempts({ width: 1000, height: 500 }, true)];
  expect(all[0]).toEqual({ width: 1000, height: 500, type: 'image/png' });
  expect(all.slice(1).every(({ type }) => type === 'image/jpeg')).toBe(true);
  expect(all.length).toBeLessThan(30);
  expect([...attempts({ width: 10, height: 5 }, false)]).not.toEqual([]);
});
