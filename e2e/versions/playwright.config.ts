import { defineConfig } from '@playwright/test';
import { chromiumFlags, findChromium } from '../chromium.ts';

/** Pages and nodes of two versions side by side: see CONTRIBUTING.md. */
export default defineConfig({
  testDir: '.',
  outputDir: '../test-results/versions',
  workers: 1,
  reporter: [['list']],
  // The earlier version is built first.
  timeout: 300_000,
  expect: { timeout: 30_000 },
  use: {
    launchOptions: { executablePath: findChromium(), args: chromiumFlags },
    viewport: { width: 1440, height: 900 },
    serviceWorkers: 'block',
    locale: 'en-GB',
    timezoneId: 'UTC',
    screenshot: 'only-on-failure',
  },
});
