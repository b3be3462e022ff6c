import { type BrowserContext, test as base, expect, type TestInfo } from '@playwright/test';
import { type Imitation, type Received, startImitation } from '@polylogue/imitation';
import { Chat } from './chat.ts';
import { storeEntries } from './entries.ts';
import { canary, type ProviderName, settingEntries } from './provider.ts';
import { type Watch, watch } from './watch.ts';

export interface Options {
  /** Whose setting is stored before the page opens; null for a first visit. */
  provider: ProviderName | null;
  /** Added to the stored entries, or replacing them. */
  entries: Record<string, string>;
}

export interface Fixtures {
  chat: Chat;
  watched: Watch;
  /** The requests to providers so far, without preflights. */
  asked(): Received[];
  /** Asks for a reply and lets its first pieces through; the others wait until the imitation releases them. */
  begin(pieces: number): Promise<void>;
}

export interface WorkerFixtures {
  imitation: Imitation;
}

/** `npm run test:all` runs everything, and more closely: axe looks at what a journey opens on its way. */
export const isLongRun = process.env.LONG_RUN === 'true';

/** A test in which every page is watched: for foreign requests, policy violations, errors and the key. */
export const test = base.extend<Options & Fixtures, WorkerFixtures>({
  provider: ['openai', { option: true }],
  entries: [{}, { option: true }],

  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from this pattern what a fixture needs
  baseURL: async ({}, use) => use(process.env.BASE_URL),

  imitation: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from this pattern what a fixture needs
    async ({}, use) => {
      const imitation = await startImitation();
      await use(imitation);
      await imitation.close();
    },
    { scope: 'worker' },
  ],

  context: async ({ context, provider, entries, imitation }, use) => {
    const stored = { ...(provider && settingEntries(provider, imitation.url)), ...entries };
    if (Object.keys(stored).length > 0) await storeEntries(context, stored);
    await use(context);
  },

  watched: [
    async ({ context, baseURL, imitation }, use, testInfo) => {
      imitation.clear();
      const watched = await watch(context, { app: baseURL ?? '', provider: imitation.url, canary });
      await use(watched);
      if (testInfo.status !== testInfo.expectedStatus) await attachScreenshots(context, testInfo);
      expect(await watched.complaints()).toEqual([]);
    },
    { auto: true },
  ],

  asked: async ({ imitation }, use) =>
    use(() => imitation.requests().filter(({ method }) => method === 'POST')),

  chat: async ({ page }, use) => use(new Chat(page)),

  begin: async ({ chat, imitation }, use) =>
    use(async (pieces) => {
      imitation.hold();
      await chat.say('/say Twelve pieces of text.');
      imitation.release(pieces);
      await expect(chat.replies.last()).toContainText('Twelve');
    }),
});

/** Playwright's own option photographs every page of every journey as it closes, in case it fails yet. */
async function attachScreenshots(context: BrowserContext, testInfo: TestInfo) {
  for (const page of context.pages()) {
    const body = await page.screenshot().catch(() => null);
    if (body) await testInfo.attach('screenshot', { body, contentType: 'image/png' });
  }
}

export { expect };
