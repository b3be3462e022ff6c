import { defineConfig } from '@playwright/test';
import { engines } from './engines.ts';

// Workers read this file, too.
const isFirstToRead = process.env.TEST_WORKER_INDEX === undefined;
const sentences = engines.map((engine) => engine.missing()).filter((sentence) => sentence !== null);
if (isFirstToRead) for (const sentence of sentences) console.log(sentence);

export default defineConfig({
  testDir: '.',
  outputDir: '../test-results/engines',
  globalSetup: '../start-server.ts',
  workers: 1,
  forbidOnly: !!process.env.CI,
  reporter: [['list']],
  timeout: 180_000,
  // A slow machine may take its time; a quick one waits for nothing.
  expect: { timeout: 30_000 },
  projects: engines.filter((engine) => engine.missing() === null).map(({ name }) => ({ name })),
});
