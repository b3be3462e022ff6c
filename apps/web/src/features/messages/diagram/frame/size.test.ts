import { expect, test } from 'vitest';
import { shownAt } from './size.ts';

test('a drawing shrinks to the room there is, until it could not be read any more', () => {
  expect(shownAt({ width: 300, height: 200 }, 600)).toEqual({ width: 300, height: 200 });
  expect(shownAt({ width: 800, height: 400 }, 600)).toEqual({ width: 600, height: 300 });
  expect(shownAt({ width: 3000, height: 1000 }, 600)).toEqual({ width: 2100, height: 700 });
});
