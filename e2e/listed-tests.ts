// Asks both runners which tests there are, and which of them `npm test` runs.
import { execFile } from 'node:child_process';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';

/** One test that a runner would run. */
export interface ListedTest {
  title: string;
  /** From the repository's root. */
  path: string;
  /** Whether `npm test` runs it, or only `npm run test:all`. */
  isQuick: boolean;
}

interface VitestEntry {
  name: string;
  file: string;
}

interface PlaywrightSuite {
  suites?: PlaywrightSuite[];
  specs?: { title: string; file: string; tests: { projectName: string; expectedStatus: string }[] }[];
}

const root = join(import.meta.dirname, '..');

/** The projects that the script `test:e2e` names. */
const quickProjects = ['desktop', 'phone'];

/**
 * Every test of Vitest and Playwright that is not skipped; without `isWhole`, no unit tests but those of `npm test`, which
 * takes half the time.
 */
export async function listedTests(isWhole = true): Promise<ListedTest[]> {
  const [quick, journeys] = await Promise.all([unitTests(), listedJourneys()]);
  const all = isWhole ? await unitTests('--mode', 'all') : quick;
  const quickNames = new Set(quick.map(({ file, name }) => `${file}\n${name}`));
  const units = all.map(({ file, name }) => ({
    title: name,
    path: relative(root, file),
    isQuick: quickNames.has(`${file}\n${name}`),
  }));
  return [...units, ...journeys];
}

async function unitTests(...options: string[]): Promise<VitestEntry[]> {
  return JSON.parse(await output('vitest', ['list', '--json', ...options], root)) as VitestEntry[];
}

async function listedJourneys(): Promise<ListedTest[]> {
  const text = await output('playwright', ['test', '--list', '--reporter=json'], import.meta.dirname);
  return specs(JSON.parse(text) as PlaywrightSuite).flatMap(({ title, file, tests }) => {
    const run = tests.filter((test) => test.expectedStatus !== 'skipped');
    const isQuick = run.some((test) => quickProjects.includes(test.projectName));
    return run.length > 0 ? [{ title, path: `e2e/${file}`, isQuick }] : [];
  });
}

function specs(suite: PlaywrightSuite): NonNullable<PlaywrightSuite['specs']> {
  return [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specs)];
}

async function output(runner: string, args: string[], cwd: string): Promise<string> {
  const { stdout } = await promisify(execFile)(join(root, 'node_modules/.bin', runner), args, {
    cwd,
    maxBuffer: 2 ** 28,
  });
  return stdout;
}
