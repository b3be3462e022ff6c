import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';

const apps = join(import.meta.dirname, '../apps');
const sources = globSync(
  [
    'server/src/{config.ts,platform/**/*.ts,domains/**/*.ts}',
    'web/src/features/{room,messages/{blocks,view,find,list}}/**/*.{ts,tsx}',
  ],
  { cwd: apps },
)
  .filter((file) => !/(\.test\.tsx?|\/testing(\/.*)?\.ts)$/.test(file))
  .map((file): [string, string] => [file, readFileSync(join(apps, file), 'utf8')]);

/** The floors of `messages`, from below: each imports from those before it. */
const floors = ['blocks', 'view', 'find', 'list'].map((name) => `web/src/features/messages/${name}`);

/**
 * A part of the platform or a domain; of spaces, which is as large as all others together, of a room and of messages
 * each of its folders, but for the blocks, which hold each other.
 */
const folderOf = (file: string) => {
  const isDeeper = /\/(domains\/spaces|room|messages\/(view|list))\//.test(file);
  const depth = file.startsWith('web/') ? 5 : 4;
  return isDeeper ? dirname(file) : dirname(file).split('/').slice(0, depth).join('/');
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

test('folders of the server, of a room and of messages have no import cycles', () => {
  expect(cycleIn(sources)).toEqual([]);
});

test('the floors of messages import only from below', () => {
  const floorOf = (folder: string) => floors.findIndex((floor) => `${folder}/`.startsWith(`${floor}/`));
  const upward = [...importsByFolder(sources)].flatMap(([folder, needed]) =>
    [...needed]
      .filter((other) => floorOf(other) > floorOf(folder) && floorOf(folder) >= 0)
      .map((other) => `${folder} → ${other}`),
  );
  expect(upward).toEqual([]);
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
