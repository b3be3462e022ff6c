import { expect, test } from 'vitest';
import { productFiles } from '../sources.ts';
import { sharedNames } from './exceptions.ts';
import { definedNames, definedTwice } from './names.ts';

const isConvention = (name: string) => Object.hasOwn(sharedNames, name);

test('an exported name has one meaning: one file defines it', () => {
  const twice = [...definedTwice(productFiles())].filter(([name]) => !isConvention(name));
  expect(twice.map(([name, paths]) => `${name}: ${paths.join(', ')}`)).toEqual([]);
});

test.each([
  ['export const a = 1, b = 2;', ['a', 'b']],
  [
    'export function f() {}\nexport class C {}\nexport interface I {}\nexport type T = 1;',
    ['f', 'C', 'I', 'T'],
  ],
  ["export { g } from './g.ts';\nexport * from './h.ts';\nconst inner = 1;", []],
])('of “%s” the names it defines are read', (text, names) => {
  expect(definedNames('a.ts', text)).toEqual(names);
});

test('a name that two files define is found with both', () => {
  const files: [string, string][] = [
    ['a.ts', 'export const one = 1;'],
    ['b.ts', 'export type one = 1;'],
    ['c.ts', "export { one } from './a.ts';"],
  ];
  expect([...definedTwice(files)]).toEqual([['one', ['a.ts', 'b.ts']]]);
});
