import { defineConfig } from '@playwright/test';
import { chromiumFlags, findChromium } from './chromium.ts';

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.test.ts',
  outputDir: 'test-results',
  globalSetup: './start-server.ts',
  fullyParallel: true,
  workers: 2,
  // One hiccup of a busy machine must not hide what else is wrong. What needed it is listed as flaky: that is a bug.
  retries: 1,
  forbidOnly: !!process.env.CI,
  reporter: [['list']],
  // A machine of two cores that is busy otherwise may take its time; whoever is quick waits for nothing.
  timeout: 60_000,
  expect: { timeout: 15_000 },
  use: {
    browserName: 'chromium',
    launchOptions: { executablePath: findChromium(), args: chromiumFlags },
    // What a service worker answers no test could hold up or count; installed.test.ts has it.
    serviceWorkers: 'block',
    locale: 'en-GB',
    timezoneId: 'UTC',
    screenshot: 'only-on-failure',
    trace: 'off',
    video: 'off',
  },
  projects: [
    {
      name: 'desktop',
      grepInvert: /@touch/,
      use: { viewport: { width: 1440, height: 900 }, colorScheme: 'light' },
    },
    // What a phone changes is tested on a phone; the rest would only be the same test twice.
    {
      name: 'phone',
      grep: /@phone|@touch/,
      use: {
        viewport: { width: 390, height: 844 },
        hasTouch: true,
        isMobile: true,
        deviceScaleFactor: 2,
        colorScheme: 'dark',
      },
    },
  ],
});
