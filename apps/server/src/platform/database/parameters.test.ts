import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const sources = join(import.meta.dirname, '../..');

test('what people write reaches SQL as a parameter only: nothing builds SQL out of text', () => {
  const files = globSync('**/*.ts', { cwd: sources }).filter(
    (name) => !/\.test\.ts$|^(testing|faults)\//.test(name),
  );
  expect(files.length).toBeGreaterThan(50);
  const building = files.filter((name) => {
    const code = readFileSync(join(sources, name), 'utf8');
    // `sql.lit` of a number we chose is the one exception, in migrate.ts.
    const literal = name.endsWith('migrate.ts') ? code.replace('sql.lit(lock)', '') : code;
    return /\bsql\.(raw|lit|join)\b|CompiledQuery\.raw\(`|\.(exec|prepare)\(`[^`]*\$\{/.test(literal);
  });
  expect(building).toEqual([]);
});
