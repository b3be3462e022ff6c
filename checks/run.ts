import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { memoryFolder } from './memory-folder.ts';

// `npm test`, with --all `npm run test:all`, and with --check `npm run check`: one step after the other, each an npm script, and
// how long it took.

const isAll = process.argv.includes('--all');
const isCheck = process.argv.includes('--check');
const checks = ['lint', 'types', 'unused', 'import-rules', 'conformance'];

/** Scripts in one step run in parallel. */
const steps: string[][] = isCheck
  ? [checks]
  : isAll
    ? [
        [...checks, 'build -- --if-stale'],
        ['test:unit -- --mode all', 'test:counts'],
        ['test:sizes'],
        // The kills mostly wait for restarts.
        ['test:e2e:all', 'faults -- killed --cycles 10 --patience 5'],
      ]
    : [
        [...checks, 'build -- --if-stale'],
        // The counts mostly wait for the next frame.
        ['test:unit', 'test:counts'],
        ['test:sizes'],
        ['test:e2e'],
      ];

const memory = memoryFolder();
/** Dozens of servers are started from the same sources: each but the first reads compiled code. */
const env = {
  ...process.env,
  ...(memory && { TMPDIR: memory }),
  NODE_COMPILE_CACHE: join(import.meta.dirname, '../node_modules/.cache/compiled'),
  ...(isAll && { LONG_RUN: 'true' }),
};

const began = performance.now();
for (const step of steps) {
  const ended = await Promise.all(step.map(run));
  if (ended.includes(false)) {
    console.error(`\nFailed: ${step.filter((_, at) => !ended[at]).join(', ')}.`);
    process.exit(1);
  }
}
console.log(`\nAll of it held, in ${since(began)}.`);

/** Resolves with whether it succeeded. */
async function run(script: string): Promise<boolean> {
  const start = performance.now();
  const child = spawn(`npm run ${script}`, { shell: true, stdio: 'inherit', env });
  const code = await new Promise<number | null>((resolve) => child.once('exit', resolve));
  console.log(`\n${script}: ${code === 0 ? 'held' : 'failed'} after ${since(start)}.\n`);
  return code === 0;
}

function since(start: number): string {
  const seconds = Math.round((performance.now() - start) / 1000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}
