import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';

const server = join(import.meta.dirname, '../apps/server/src');
const sources = globSync(['platform/**/*.ts', 'domains/**/*.ts'], { cwd: server })
  .filter((file) => !/(\.test|\/testing)\.ts$/.test(file))
  .map((file): [string, string] => [file, readFileSync(join(server, file), 'utf8')]);

const folderOf = (file: string) => file.split('/').slice(0, 2).join('/');

/** Which folders the files of each folder import from, types included. */
function needs(files: readonly [file: string, text: string][]): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  for (const [file, text] of files) {
    const folder = folderOf(file);
    const needed = found.get(folder) ?? new Set();
    found.set(folder, needed);
    for (const [, specifier = ''] of text.matchAll(/(?:\bfrom|\bimport\()\s*'(\.[^']+)'/g)) {
      const other = folderOf(normalize(join(dirname(file), specifier)));
      if (other !== folder) needed.add(other);
    }
  }
  return found;
}

/** Folders that need each other: what is left once those go that need nothing left, or that nothing left needs. */
function circleIn(files: readonly [file: string, text: string][]): string[] {
  const left = needs(files);
  for (let size = -1; size !== left.size; ) {
    size = left.size;
    for (const [folder, needed] of [...left]) {
      const isNeeded = [...left.values()].some((others) => others.has(folder));
      if (!isNeeded || [...needed].every((other) => !left.has(other))) left.delete(folder);
    }
  }
  return [...left.keys()].sort();
}

test('no folder of the server needs one that needs it', () => {
  expect(circleIn(sources)).toEqual([]);
});

test.each([
  ['directly', ['one → two', 'two → one', 'six → one'], ['platform/one', 'platform/two']],
  [
    'through a third',
    ['one → two', 'two → six', 'six → one'],
    ['platform/one', 'platform/six', 'platform/two'],
  ],
  ['not at all', ['one → two', 'two → six', 'one → six'], []],
])('folders that need each other %s are found', (_, imports, circle) => {
  const files = imports.map((line): [string, string] => {
    const [from, to] = line.split(' → ');
    return [`platform/${from}/a.ts`, `import type { A } from '../${to}/b.ts';`];
  });
  expect(circleIn(files)).toEqual(circle);
});
