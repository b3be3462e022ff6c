import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { importsOf, refusal } from './borders.ts';

// Says which imports cross a border that floors.ts does not open, and fails if there are any.
const root = join(import.meta.dirname, '../..');
const files = globSync('{apps,packages}/*/src/**/*.{ts,tsx}', { cwd: root }).filter(
  (file) => !/\.test\.tsx?$|\/testing(\/|\.ts$)/.test(file),
);
const broken = files.flatMap((file) =>
  importsOf(file, readFileSync(join(root, file), 'utf8')).flatMap((specifier) => {
    const why = refusal(file, specifier);
    return why === null ? [] : [`${file} imports ${specifier}\n  ${why}`];
  }),
);
for (const line of broken) console.error(line);
console.log(`Borders: ${files.length} files, ${broken.length} imports across them.`);
process.exitCode = broken.length > 0 ? 1 : 0;
