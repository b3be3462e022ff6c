import { expect, test } from '@playwright/test';
import { gaps, idsIn } from './conformance.ts';
import { listedTests } from './listed-tests.ts';

const table = '| id | says |\n|---|---|\n| SEND-04 | "Enter sends" |\n| SEND-05 | "Shift+Enter" |\n';
const quick = (title: string) => ({ title, path: 'a.test.ts', isQuick: true });
const late = (title: string) => ({ title, path: 'b.test.ts', isQuick: false });

test('a row is proved by a test that carries its id', () => {
  expect(gaps(table, [quick('both [SEND-04 SEND-05]')])).toEqual([]);
});

test('a row without a test is a gap', () => {
  expect(gaps(table, [quick('Enter sends [SEND-04]')])).toEqual([
    'SEND-05 has no test that runs; write one and put [SEND-05] in its title.',
  ]);
});

test('a title that names an unknown row is a gap', () => {
  expect(gaps(table, [quick('all [SEND-04 SEND-05 SEND-99]')])).toEqual([
    'a.test.ts names SEND-99, which is no row of the tables: "all [SEND-04 SEND-05 SEND-99]".',
  ]);
});

test('a row that only a test outside npm test proves is a gap', () => {
  expect(gaps(table, [quick('a [SEND-04]'), late('b [SEND-05]')])).toEqual([
    'SEND-05 is proved only by tests that npm test leaves out; prove it by one that it runs.',
  ]);
});

test('an id stands in brackets, alone or with others', () => {
  expect(idsIn('one [SEND-04] of [CHAT-08 CONST-02], not SEND-05 or [x]')).toEqual([
    'SEND-04',
    'CHAT-08',
    'CONST-02',
  ]);
});

test('the runners say which tests npm test leaves out @rest', async () => {
  const tests = await listedTests();
  const isQuick = new Map(tests.map(({ title, isQuick }) => [title, isQuick]));
  expect(isQuick.get('an id stands in brackets, alone or with others')).toBe(true);
  expect([...isQuick.keys()].filter((title) => title.endsWith('@rest') && isQuick.get(title))).toEqual([]);
  expect(tests.filter((test) => test.path.includes('.slow.') && test.isQuick)).toEqual([]);
  expect(tests.filter((test) => test.path.includes('.slow.'))).not.toEqual([]);
});
