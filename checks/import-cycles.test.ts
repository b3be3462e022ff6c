import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';

const apps = join(import.meta.dirname, '../apps');
const sources = globSync(
  ['server/src/{config.ts,platform/**/*.ts,domains/**/*.ts}', 'web/src/features/spaces/room/**/*.{ts,tsx}'],
  { cwd: apps },
)
  .filter((file) => !/(\.test\.tsx?|\/testing(\/.*)?\.ts)$/.test(file))
  .map((file): [string, string] => [file, readFileSync(join(apps, file), 'utf8')]);

/** A part of the platform or a domain; of spaces, which is as large as all others together, and of a room each of its folders. */
const folderOf = (file: string) => {
  const isDeeper = /\/(domains\/spaces|spaces\/room)\//.test(file);
  return isDeeper ? dirname(file) : dirname(file).split('/').slice(0, 4).join('/');
};

/** The folders that each folder imports from, types included. */
function importsByFolder(files: readonly [file: string, text: string][]): Map<string, Set<string>> {
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

/** Folders in a cycle: what is left after repeatedly removing those that import nothing left, or that nothing left imports. */
function cycleIn(files: readonly [file: string, text: string][]): string[] {
  const left = importsByFolder(files);
  for (let size = -1; size !== left.size; ) {
    size = left.size;
    for (const [folder, needed] of [...left]) {
      const isNeeded = [...left.values()].some((others) => others.has(folder));
      if (!isNeeded || [...needed].every((other) => !left.has(other))) left.delete(folder);
    }
  }
  return [...left.keys()].sort();
}

test('folders of the server, and those of a room, have no import cycles', () => {
  expect(cycleIn(sources)).toEqual([]);
});

test.each([
  [
    'directly',
    ['one → two', 'two → one', 'six → one'],
    ['server/src/platform/one', 'server/src/platform/two'],
  ],
  [
    'through a third',
    ['one → two', 'two → six', 'six → one'],
    ['server/src/platform/one', 'server/src/platform/six', 'server/src/platform/two'],
  ],
  ['not at all', ['one → two', 'two → six', 'one → six'], []],
])('folders that import each other %s are found', (_, imports, cycle) => {
  const files = imports.map((line): [string, string] => {
    const [from, to] = line.split(' → ');
    return [`server/src/platform/${from}/a.ts`, `import type { A } from '../${to}/b.ts';`];
  });
  expect(cycleIn(files)).toEqual(cycle);
});
