import { configDefaults, defineConfig } from 'vitest/config';
import { memoryFolder } from './checks/memory-folder.ts';

const memory = memoryFolder();
if (memory) process.env.TMPDIR = memory;

const setups = ['sqlite', 'postgres', 'web-build'].map((one) => `apps/server/src/testing/one-${one}.ts`);

/** With `--mode all` the slow tests run too, and every property is tried with five times as many values. */
export default defineConfig(({ mode }) => ({
  test: {
    setupFiles: ['checks/fuzz.setup.ts', 'checks/clean.setup.ts'],
    env: mode === 'all' ? { LONG_RUN: '1', FUZZ_RUNS: process.env.FUZZ_RUNS ?? '500' } : {},
    // Importing React or the whole server anew for each file would take longer than most tests. The long run does it:
    // a file must not need what another one left behind.
    isolate: mode === 'all',
    maxWorkers: '100%',
    // Servers and databases are made and thrown away all the time: in a larger nursery most of that dies unnoticed.
    execArgv: ['--max-semi-space-size=64', '--min-semi-space-size=32'],
    exclude: [...configDefaults.exclude, ...(mode === 'all' ? [] : ['**/*.slow.test.*'])],
    projects: [
      {
        extends: true,
        test: {
          name: 'server',
          include: ['apps/server/src/**/*.test.ts', 'checks/sync/*.test.ts'],
          // One of each for all files, to copy.
          globalSetup: setups,
          // Real connections and megabytes take their time on a busy machine.
          testTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'web',
          include: [
            'packages/*/src/**/*.test.{ts,tsx}',
            'apps/web/**/*.test.{ts,tsx}',
            'bench/**/*.test.ts',
            'checks/{*,import-rules/*,names/*,patterns/*,shape/*}.test.ts',
          ],
          // A busy machine is no failure; whatever hangs is found all the same.
          testTimeout: 30_000,
        },
      },
    ],
  },
}));
