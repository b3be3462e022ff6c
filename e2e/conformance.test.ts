import { expect, test } from '@playwright/test';
import { claims, gaps } from './conformance.ts';

// Assembled here, so that the checker does not take these examples for claims.
const named = (caller: string, title: string) => `${caller}('${title}', () => {});`;
const table = '| id | says |\n|---|---|\n| SEND-04 | "Enter sends" |\n| SEND-05 | "Shift+Enter" |\n';

test('a row is proved by a test that carries its id', () => {
  const source = named('test', 'both [SEND-04 SEND-05]');
  expect(gaps(table, [{ path: 'a.test.ts', source }])).toEqual([]);
});

test('a row without a test is a gap', () => {
  const source = named('test', 'Enter sends [SEND-04]');
  expect(gaps(table, [{ path: 'a.test.ts', source }])).toEqual([
    'SEND-05 has no test; write one and put [SEND-05] in its title.',
  ]);
});

test('a title that names an unknown row is a gap', () => {
  const source = named('test', 'all [SEND-04 SEND-05 SEND-99]');
  expect(gaps(table, [{ path: 'a.test.ts', source }])).toEqual([
    'a.test.ts names SEND-99, which is no row of docs/conformance.md: "all [SEND-04 SEND-05 SEND-99]".',
  ]);
});

test('a skipped test proves nothing', () => {
  const source = named('test', 'a [SEND-04]') + named('test.skip', 'b [SEND-05]');
  expect(gaps(table, [{ path: 'a.test.ts', source }])).toEqual([
    'SEND-05 is named only by tests that are skipped; make one of them run.',
  ]);
});

test('titles of tables of tests count, other strings do not', () => {
  const source = `${named('test.each([1, 2])', 'each [SEND-04]')} say('not a title [SEND-05]');
    test.describe('a group [SEND-05]', () => {});`;
  expect(claims(source).map((claim) => claim.ids)).toEqual([['SEND-04']]);
});
