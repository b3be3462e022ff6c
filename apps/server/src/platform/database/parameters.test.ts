import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const sources = join(import.meta.dirname, '../..');

/** The only text written into SQL; it comes from us or from the operator. */
const exceptions: Record<string, string> = {
  // A number we chose.
  'platform/database/migrate.ts': 'sql.lit(lock)',
  // A pragma takes no parameters.
  'platform/database/tidy-thread.ts': "file.exec(`pragma temp_store_directory = '${folder",
};

test('what people write reaches SQL only as a parameter: nothing builds SQL from text [CHECK-61]', () => {
  const files = globSync('**/*.ts', { cwd: sources }).filter(
    (name) => !/\.test\.ts$|^(testing|faults)\//.test(name),
  );
  expect(files.length).toBeGreaterThan(50);
  const building = files.filter((name) => {
    const code = readFileSync(join(sources, name), 'utf8');
    const literal = code.replace(exceptions[name] ?? '', '');
    return /\bsql\.(raw|lit|join)\b|CompiledQuery\.raw\(`|\.(exec|prepare)\(`[^`]*\$\{/.test(literal);
  });
  expect(building).toEqual([]);
});
