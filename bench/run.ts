import { parseArgs } from 'node:util';
import { findChromium, findHeadless } from '@polylogue/e2e/chromium';
import type { Effort, Question } from './question.ts';
import { chosen, questions } from './questions.ts';
import { type Answers, broken, table } from './report.ts';
import { type Results, save, setting, where } from './results.ts';
import { stopInstallation } from './server/shared-installation.ts';
import { type Side, sides, startWorld, type World } from './world.ts';

const usage = `npm run bench -- [question …] [--runs 5] [--quick] [--only floor|ours] [--list]

  question   cold-load, heap, stream-fast, stream-paced, … or how their names begin; all when none is named
  --runs     how often each is measured on each page, floor and ours by turns
  --quick    one run, short texts: to check that everything works; nothing is written to bench/results
  --only     one of the two pages; nothing is written to bench/results
  --list     says what the questions are and how long they take`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    runs: { type: 'string' },
    quick: { type: 'boolean', default: false },
    only: { type: 'string' },
    list: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

const effort: Effort = { runs: Number(values.runs ?? (values.quick ? 1 : 5)), quick: values.quick };
if (values.help) print(usage);
else if (!Number.isInteger(effort.runs) || effort.runs < 1) fail('--runs takes a whole number from 1 on.');
else if (values.only && !isSide(values.only)) fail('--only takes floor or ours.');
else
  await bench(values.only && isSide(values.only) ? [values.only] : sides).catch((failure) => fail(failure));

async function bench(asked: readonly Side[]) {
  const plan = chosen(positionals);
  const duration = (question: Question) =>
    question.takes(effort) * runsOf(question) * pagesOf(question, asked).length;
  for (const question of plan)
    print(`${question.name.padEnd(18)} ${time(duration(question))}  ${question.asks}`);
  if (values.list) return;
  print(`\nAbout ${time(plan.reduce((total, question) => total + duration(question), 0))} in all.\n`);

  const before = setting(effort);
  // Questions of the server alone need no browser, nor the time it would take beside them.
  const needsBrowser = plan.some((question) => 'measure' in question);
  // What is counted is the same in both; what is timed is timed in the one people use.
  const find = plan.every((question) => question.isSteady) ? findHeadless : findChromium;
  const world = needsBrowser ? await startWorld(asked, find()) : undefined;
  const end = async () => {
    await world?.stop();
    await stopInstallation();
  };
  const stop = () => void end().then(() => process.exit(130));
  process.once('SIGINT', stop).once('SIGTERM', stop);
  try {
    const results: Results = { ...before, chromium: world?.browser.version ?? 'no browser', answers: {} };
    for (const question of plan) {
      const answers = await ask(question, pagesOf(question, asked), world);
      results.answers[question.name] = answers;
      print(`\n${question.name}: ${question.asks}\n\n${table(question, answers)}\n`);
    }
    print(where(results));
    if (!effort.quick && !values.only) print(`Written to ${save(results, questions)}`);
    const over = plan.flatMap((question) => broken(question, results.answers[question.name] ?? {}));
    if (over.length > 0) fail(over.join('\n'));
  } finally {
    await end();
  }
}

/** Floor and ours by turns, and who begins changes too, so that a drift of the machine meets both alike. */
async function ask(question: Question, pages: readonly Side[], world: World | undefined): Promise<Answers> {
  const answers: Answers = {};
  for (let run = 0; run < runsOf(question); run += 1) {
    for (const side of run % 2 === 0 ? pages : pages.toReversed()) {
      const began = performance.now();
      const sample = await measured(question, side, world);
      answers[side] = [...(answers[side] ?? []), sample];
      print(
        `${question.name}, run ${run + 1} of ${runsOf(question)}, ${side}: ${time((performance.now() - began) / 1000)}`,
      );
    }
  }
  return answers;
}

async function measured(question: Question, side: Side, world: World | undefined) {
  if ('measureServer' in question) return await question.measureServer(side, effort);
  if (!world) throw new Error('A page needs a browser.');
  return await question.measure(side, world, effort);
}

function runsOf({ isSteady }: Question): number {
  return isSteady ? 1 : effort.runs;
}

function pagesOf(question: Question, asked: readonly Side[]): readonly Side[] {
  return question.sides.filter((side) => asked.includes(side));
}

function isSide(word: string): word is Side {
  return sides.some((side) => side === word);
}

function time(seconds: number): string {
  return seconds < 100 ? `${Math.round(seconds)} s` : `${Math.round(seconds / 60)} min`;
}

function print(text: string) {
  console.log(text);
}

function fail(failure: unknown) {
  console.error(failure instanceof Error ? failure.message : failure);
  process.exitCode = 1;
}
