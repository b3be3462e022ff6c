import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const find = (patterns: string | string[]) => globSync(patterns, { cwd: root });

const [, list = ''] = /\n## The list of checks\n(.*?)(\n## |$)/s.exec(read('docs/threat-model.md')) ?? [];
const rows = list
  .split('\n')
  .filter((line) => /^\| R?\d/.test(line))
  .map((row) => [/^\| ([^|]*) \|/.exec(row)?.[1] ?? '', row] as const);

/** `some.test.ts` “a title”, “another one” (why); with its folder, where several files have the name */
const naming = /`((?:[\w-]+\/)?[\w.-]+\.test\.ts)`((?:,? “[^”]*”(?: \([^)]*\))?)+)/g;
const title = /(?:\btest(?:\.\w+)*|\))\(\s*(?:'((?:\\.|[^'\\\n])*)'|`((?:\\.|[^`\\])*)`)/g;

const testFiles = find([
  '{apps,packages}/*/src/**/*.test.{ts,tsx}',
  'e2e/{*,versions/*}.test.ts',
  'checks/**/*.test.ts',
]);
const titlesIn = (name: string) =>
  testFiles
    .filter((file) => basename(file) === name || file.endsWith(`/${name}`))
    .flatMap((file) => [...read(file).matchAll(title)].map(([, plain, template]) => plain ?? template ?? ''));

const faults = find('apps/server/src/faults/*.ts')
  .map(read)
  .flatMap((source) => [...source.matchAll(/^ {2}name: '([\w-]+)'/gm)].map(([, name]) => name));

test('every check of what is built has one row', () => {
  const upTo42 = Array.from({ length: 42 }, (_, at) => at + 1);
  const checks = [
    ...upTo42,
    43,
    44,
    45,
    46,
    47,
    48,
    49,
    50,
    51,
    52,
    53,
    54,
    55,
    56,
    57,
    58,
    59,
    61,
    62,
    63,
    64,
    65,
    66,
    67,
    68,
    69,
    70,
    71,
    72,
    73,
    74,
    75,
    76,
    77,
    78,
    79,
    80,
    81,
    82,
    83,
    85,
    87,
    88,
    89,
  ].map(String);
  const tried = [
    1, 2, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 30,
  ].map((fault) => `R${fault}`);
  expect(rows.map(([what]) => what.split(' ')[0])).toEqual([...checks, ...tried]);
});

test.each(rows)('the tests named for %s exist', (_, row) => {
  for (const [, file = '', names = ''] of row.matchAll(naming)) {
    const titles = titlesIn(file);
    for (const [, wanted = ''] of names.matchAll(/“([^”]*)”/g)) {
      const exists = titles.some((one) => one.startsWith(wanted));
      expect(exists, `No test in ${file} begins with “${wanted}”.`).toBe(true);
    }
  }
  for (const [, fault] of row.matchAll(/`npm run faults -- ([\w-]+)`/g)) expect(faults).toContain(fault);
  // Nothing else may look like a test: it would not be checked.
  expect(row.replace(naming, '')).not.toMatch(/“|\.test\.ts/);
});
