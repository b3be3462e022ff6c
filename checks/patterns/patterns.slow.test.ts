import { expect, test } from 'vitest';
import { worstFor } from './cost.ts';
import { harmless, slow } from './examples.ts';
import { patternsOfProduct } from './source.ts';

const { written } = patternsOfProduct();

test.each(slow)('%s is found to take long', { timeout: 120_000 }, (pattern) => {
  expect(worstFor(pattern)).toBeDefined();
});

test.each(harmless)('%s is found not to', (pattern) => {
  expect(worstFor(pattern)).toBeUndefined();
});

test('searched anew, no pattern takes long on any text', { timeout: 600_000 }, () => {
  expect(written.filter(({ pattern }) => worstFor(pattern) !== undefined)).toEqual([]);
});
