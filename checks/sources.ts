import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');

/** The files of the product with their text: no tests, nothing that only tests or fault runs use. */
export function productFiles(): [path: string, text: string][] {
  return globSync('{apps,packages}/*/src/**/*.{ts,tsx}', { cwd: root })
    .filter((path) => !/\.test\.tsx?$|\/testing(\/|\.ts$)|\/faults\//.test(path))
    .sort()
    .map((path) => [path, readFileSync(join(root, path), 'utf8')]);
}
