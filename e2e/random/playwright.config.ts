import { defineConfig } from '@playwright/test';
import { chromiumFlags, findChromium } from '../chromium.ts';

/** Browsers driven at random, for as long as MINUTES says: see CONTRIBUTING.md. */
export default defineConfig({
  testDir: '.',
  outputDir: '../test-results/random',
  workers: 1,
  reporter: [['list']],
  timeout: 0,
  expect: { timeout: 30_000 },
  use: { launchOptions: { executablePath: findChromium(), args: chromiumFlags } },
});
