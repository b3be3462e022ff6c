// Holds the tables of docs/conformance.md and docs/threat-model.md against the tests that the runners list: no row without a
// test, no title without its row.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ListedTest, listedTests } from './listed-tests.ts';

/** The ids of the rows of such a table, in order, repeated ones included. */
export function rowIds(markdown: string): string[] {
  return [...markdown.matchAll(/^\| *([A-Z]+-\d+) *\|/gm)].map((match) => match[1] ?? '');
}

/** The ids that a title carries in brackets. */
export function idsIn(title: string): string[] {
  return [...title.matchAll(/\[([A-Z]+-\d+(?: [A-Z]+-\d+)*)\]/g)].flatMap((match) =>
    (match[1] ?? '').split(' '),
  );
}

/** What stands between the table and the tests: a sentence for each gap, none when all is well. */
export function gaps(markdown: string, tests: ListedTest[]): string[] {
  const rows = rowIds(markdown);
  const known = new Set(rows);
  const proved = new Set(tests.flatMap(({ title }) => idsIn(title)));
  const quick = new Set(tests.filter((test) => test.isQuick).flatMap(({ title }) => idsIn(title)));
  const twice = rows.filter((id, at) => rows.indexOf(id) !== at);
  return [
    ...[...new Set(twice)].map(
      (id) => `${id} stands in the tables more than once; give one of them a new id.`,
    ),
    ...tests.flatMap(({ path, title }) =>
      idsIn(title)
        .filter((id) => !known.has(id))
        .map((id) => `${path} names ${id}, which is no row of the tables: "${title}".`),
    ),
    ...[...known]
      .filter((id) => !proved.has(id))
      .map((id) => `${id} has no test that runs; write one and put [${id}] in its title.`),
    ...[...known]
      .filter((id) => proved.has(id) && !quick.has(id))
      .map((id) => `${id} is proved only by tests that npm test leaves out; prove it by one that it runs.`),
  ];
}

if (import.meta.main) {
  const markdown = ['conformance', 'threat-model']
    .map((name) => readFileSync(join(import.meta.dirname, `../docs/${name}.md`), 'utf8'))
    .join('\n');
  let found = gaps(markdown, await listedTests(process.env.LONG_RUN === 'true'));
  // A gap may be no gap in the long run, which is another sentence.
  if (found.length > 0) found = gaps(markdown, await listedTests());
  for (const sentence of found) console.error(sentence);
  const rows = rowIds(markdown).length;
  if (found.length > 0) {
    console.error(`\nConformance: ${found.length} gaps in ${rows} rows.`);
    process.exitCode = 1;
  } else {
    console.log(`Conformance: npm test proves all ${rows} rows.`);
  }
}
