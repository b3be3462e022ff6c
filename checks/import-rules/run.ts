import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { importsOf, refusal } from './import-rules.ts';

// Lists the imports that layers.ts does not allow, and fails if there are any.
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
console.log(`Import rules: ${files.length} files, ${broken.length} forbidden imports.`);
process.exitCode = broken.length > 0 ? 1 : 0;
