import { expect, test } from 'vitest';
import { names } from '../testing/turns.ts';

test('who is not known yet is another member; only who deleted their account is a former one', () => {
  expect(['me', 'ada', 'eve', null].map(names.who)).toEqual([
    'you',
    'Ada',
    'another member',
    'a former member',
  ]);
  expect(['me', 'ada', 'eve'].map(names.whose)).toEqual(['your', 'Ada’s', 'another member’s']);
});
