import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    // A busy machine is no failure; whatever hangs is found all the same.
    testTimeout: 30_000,
    include: ['packages/*/src/**/*.test.{ts,tsx}', 'apps/*/src/**/*.test.{ts,tsx}', 'bench/*.test.ts'],
  },
});
