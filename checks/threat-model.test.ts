import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');

const faults = globSync('apps/server/src/faults/*.ts', { cwd: root })
  .map(read)
  .flatMap((source) => [...source.matchAll(/^ {2}name: '([\w-]+)'/gm)].map(([, name]) => name));

test('every fault that the threat model names can be run', () => {
  const named = [...read('docs/threat-model.md').matchAll(/\bfaults? ((?:`[\w-]+`(?:, )?)+)/g)].flatMap(
    ([, names = '']) => [...names.matchAll(/[\w-]+/g)].map(([name]) => name),
  );
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter((name) => !faults.includes(name))).toEqual([]);
});
