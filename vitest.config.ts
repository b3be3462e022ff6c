import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    // A busy machine is no failure; whatever hangs is found all the same.
    testTimeout: 30_000,
    // One PostgreSQL for all files, started when the first of them asks.
    globalSetup: 'apps/server/src/testing/one-postgres.ts',
    setupFiles: 'checks/fuzz.setup.ts',
    include: [
      'packages/*/src/**/*.test.{ts,tsx}',
      'apps/*/src/**/*.test.{ts,tsx}',
      'apps/web/*.test.ts',
      'bench/**/*.test.ts',
      'checks/**/*.test.ts',
    ],
  },
});
