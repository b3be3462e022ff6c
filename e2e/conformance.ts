// Holds docs/conformance.md against the titles of the tests: no row without a test, no title without its row.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const testFiles = ['packages/*/src/**/*.test.{ts,tsx}', 'apps/*/src/**/*.test.{ts,tsx}', 'e2e/**/*.test.ts'];

/** The ids of the rows of a conformance table, in order, repeated ones included. */
export function rowIds(markdown: string): string[] {
  return [...markdown.matchAll(/^\| *([A-Z]+-\d+) *\|/gm)].map((match) => match[1] ?? '');
}

/** One test that names rows. */
export interface Claim {
  title: string;
  ids: string[];
  isSkipped: boolean;
}

// A title follows `test(`, `test.only(` or the second bracket of `test.each(…)(`; a quote ends it unless escaped.
const title = /([\w.]*|\))\(\s*(?:'((?:\\.|[^'\\\n])*)'|"((?:\\.|[^"\\\n])*)"|`((?:\\.|[^`\\])*)`)/g;
const idList = /\[([A-Z]+-\d+(?: [A-Z]+-\d+)*)\]/g;

/** Every test title of a source text that carries ids in brackets. */
export function claims(source: string): Claim[] {
  return [...source.matchAll(title)].flatMap(([, caller = '', single, double, template]) => {
    if (!/^(test|it)(\.\w+)*$/.test(caller) && caller !== ')') return [];
    if (caller.includes('describe') || caller.includes('step')) return [];
    const text = single ?? double ?? template ?? '';
    const ids = [...text.matchAll(idList)].flatMap((match) => (match[1] ?? '').split(' '));
    return ids.length > 0
      ? [{ title: text, ids, isSkipped: /\.(skip|todo|fixme|fails)\b/.test(caller) }]
      : [];
  });
}

/** What stands between the table and the tests: a sentence for each gap, none when all is well. */
export function gaps(markdown: string, files: { path: string; source: string }[]): string[] {
  const rows = rowIds(markdown);
  const known = new Set(rows);
  const twice = rows.filter((id, at) => rows.indexOf(id) !== at);
  const said = files.flatMap(({ path, source }) => claims(source).map((claim) => ({ ...claim, path })));
  const proved = new Set(said.filter((claim) => !claim.isSkipped).flatMap((claim) => claim.ids));
  return [
    ...[...new Set(twice)].map(
      (id) => `${id} stands in docs/conformance.md more than once; give one of them a new id.`,
    ),
    ...said.flatMap(({ path, title, ids }) =>
      ids
        .filter((id) => !known.has(id))
        .map((id) => `${path} names ${id}, which is no row of docs/conformance.md: "${title}".`),
    ),
    ...[...known]
      .filter((id) => !proved.has(id))
      .map((id) =>
        said.some((claim) => claim.ids.includes(id))
          ? `${id} is named only by tests that are skipped; make one of them run.`
          : `${id} has no test; write one and put [${id}] in its title.`,
      ),
  ];
}

if (import.meta.main) {
  const markdown = readFileSync(join(root, 'docs/conformance.md'), 'utf8');
  const files = globSync(testFiles, { cwd: root }).map((path) => ({
    path,
    source: readFileSync(join(root, path), 'utf8'),
  }));
  const found = gaps(markdown, files);
  for (const sentence of found) console.error(sentence);
  const rows = rowIds(markdown).length;
  if (found.length > 0) {
    console.error(`\nConformance: ${found.length} gaps in ${rows} rows.`);
    process.exitCode = 1;
  } else {
    console.log(`Conformance: each of the ${rows} rows is named by a test.`);
  }
}
