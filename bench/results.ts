import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';
import { join } from 'node:path';
import type { Effort, Question } from './question.ts';
import { type Answers, table } from './report.ts';

const folder = join(import.meta.dirname, 'results');

/** Where and when a bench ran. */
interface Setting {
  date: string;
  commit: string;
  machine: string;
  chromium: string;
  node: string;
  /** The machine's load a minute before the start; over 0.5, something else was running on it. */
  load: number;
  runs: number;
}

/** One run of the bench, as stored in `results/<date>.json`. */
export interface Results extends Setting {
  answers: Record<string, Answers>;
}

/** The machine as it is before the first question; `chromium` is added once it runs. */
export function setting({ runs }: Effort): Omit<Setting, 'chromium'> {
  const memory = Math.round(totalmem() / 2 ** 30);
  return {
    date: new Date().toISOString(),
    commit: execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim(),
    machine: `${cpus().length} × ${cpus()[0]?.model.trim() ?? 'unknown CPU'}, ${memory} GiB`,
    node: process.version,
    load: Math.round((loadavg()[0] ?? 0) * 100) / 100,
    runs,
  };
}

/** Stores the results under their date, and writes latest.md with the newest answer to every question. */
export function save(results: Results, questions: readonly Question[]): string {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${results.date.slice(0, 19).replaceAll(':', '')}.json`);
  writeFileSync(file, `${JSON.stringify(results, null, 2)}\n`);
  writeFileSync(join(folder, 'latest.md'), latest(stored(), questions));
  return file;
}

const stored = (): Results[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as Results);

const heading = `Medians of the runs, lowest and highest run in brackets. Peers were measured elsewhere, in summer 2026.

The floor became cheaper on 2026-11-28. Before, it appended a reply to one paragraph, which Chromium laid out whole in every frame; now a
paragraph ends at the first line end after 500 characters. On the same machine in the same minutes, 3,000 tokens at 200 a second took 2,245 ms
of the main thread's CPU time before, and 1,582 to 1,679 where paragraphs end; ours took 2,397. So *ours / floor* of \`stream-growth\`, \`long-block\`,
\`stream-fast\`, \`typing\` and \`heap\` from an earlier day is of the dearer floor. The other floors are HTML that is there when the page
opens, a text box, or a route that answers a constant: nothing grows in them, and they stay as they were. No budget has changed.

Where the time of \`stream-paced\` goes, beyond the floor (6,000 tokens, by turns on a busy machine, CPU time of the main thread): floor 3.3 to
3.8 s; ours 4.8 to 5.4 s before the small snake beside the conversation moved without the main thread and :has() asked for classes only,
4.3 to 4.5 s since (1.20× to 1.31×). What is left is mostly React and the parser, 0.8 s more script than the floor's, and style, 0.35 s more;
layout is no more than the floor's.

Writing the index of \`server-said-postgres\` takes 0.09 s of the server's processor time and 0.10 s of the
database's for 1,000 messages; a statement for each message took 0.37 and 0.47 s (100,000 and 30,000 messages, the same load).

Before 2026-11-30, *200 rooms* of \`server-said\` was the time until the first answer, even if it had no 20 hits; with SQLite it took
98 ms that day (2 × Xeon, quiet). PostgreSQL was measured before the index was asked which rooms have what is said seldom.`;

/** Markdown: a table for every question that was ever answered, newest answers, each with where it was measured. */
export function latest(all: readonly Results[], questions: readonly Question[]): string {
  const parts = questions.flatMap((question) => {
    const newest = all.findLast(({ answers }) => answers[question.name]);
    const answers = newest?.answers[question.name];
    return newest && answers ? [part(question, answers, newest)] : [];
  });
  return `# Bench, the newest answers\n\n${heading}\n\n${parts.join('\n\n')}\n`;
}

const part = (question: Question, answers: Answers, from: Setting) =>
  `## ${question.name}\n\n${question.asks}\n\n${table(question, answers)}\n\n${where(from)}`;

export const where = ({ date, commit, machine, chromium, node, load, runs }: Setting): string =>
  `${date.slice(0, 10)}, ${commit}, ${runs} runs, ${machine}, ${chromium}, Node ${node}, load at the start ${load}.`;
