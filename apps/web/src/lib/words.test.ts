import { expect, test } from 'vitest';
import { isIn } from './words.ts';

test.each([
  ['', true],
  ['zoe', true],
  ['ZOË dy', true],
  ['van', true],
  ['@z.o', true],
  ['yke', false],
  ['zoe ada', false],
])('“%s” is in “Zoë van Dyke z.o.e”: %s', (typed, is) => expect(isIn('Zoë van Dyke z.o.e', typed)).toBe(is));
