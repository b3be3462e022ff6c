import { defineConfig, type Project } from '@playwright/test';
import { chromiumFlags, findChromium, findHeadless } from './chromium.ts';

const desktop: Project['use'] = { viewport: { width: 1440, height: 900 }, colorScheme: 'light' };

/** What a phone changes is tested on a phone; the rest would only be the same test twice. */
const phone: Project['use'] = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
  deviceScaleFactor: 2,
  colorScheme: 'dark',
};

// `npm test` names two projects. Workers inherit this.
process.env.LONG_RUN ??= String(!process.argv.some((given) => given.startsWith('--project')));
// The journeys of `npm test` hold in both; `npm run test:all` takes the one people use.
const executablePath =
  process.env.JOURNEYS_IN ?? (process.env.LONG_RUN === 'true' ? findChromium() : findHeadless());
process.env.JOURNEYS_IN = executablePath;

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.test.ts',
  // `npm run test:engines`, `npm run test:random -w e2e` and `npm run test:versions -w e2e`.
  testIgnore: ['engines/**', 'random/**', 'versions/**'],
  outputDir: 'test-results',
  globalSetup: './start-server.ts',
  fullyParallel: true,
  // On two processors: each worker is idle a sixth of its time.
  workers: 3,
  retries: 0,
  forbidOnly: !!process.env.CI,
  reporter: [['list']],
  // A machine of two cores that is busy otherwise may take its time; a quick one waits for nothing.
  timeout: 120_000,
  expect: { timeout: 15_000 },
  use: {
    browserName: 'chromium',
    launchOptions: {
      executablePath,
      args: [...chromiumFlags, '--host-resolver-rules=MAP chat.lan 127.0.0.1'],
    },
    // What a service worker answers no test could hold up or count; installed.test.ts has it.
    serviceWorkers: 'block',
    locale: 'en-GB',
    timezoneId: 'UTC',
    // journey.ts takes one when a journey fails.
    screenshot: 'off',
    trace: 'off',
    video: 'off',
  },
  projects: [
    // `npm test` runs these two.
    { name: 'desktop', grepInvert: /@touch|@rest\b/, use: desktop },
    { name: 'phone', grep: /@phone\b(?!-rest)|@touch/, grepInvert: / @rest\b/, use: phone },
    // `npm run test:all` runs the rest too: what takes long, what a unit test proves as well, more of the same kind.
    { name: 'desktop-rest', grep: / @rest\b/, grepInvert: /@touch/, use: desktop },
    {
      name: 'phone-rest',
      grep: /@phone-rest|@(?:phone|touch)\b.* @rest\b| @rest\b.*@(?:phone|touch)/,
      use: phone,
    },
  ],
});
