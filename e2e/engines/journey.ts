import { writeFile } from 'node:fs/promises';
import { test as base, expect } from '@playwright/test';
import { type Imitation, type Received, startImitation } from '@polylogue/imitation';
import { type Server, server } from '../account.ts';
import { type ProviderName, settingEntries } from '../provider.ts';
import { Chat } from './chat.ts';
import { engines } from './engines.ts';
import type { Browser, Tab } from './tab.ts';

interface Options {
  /** Whose setting is stored; null for a first visit. */
  provider: ProviderName | null;
  /** Added to the stored entries, or replacing them. */
  entries: Record<string, string>;
}

interface Fixtures {
  tab: Tab;
  /** The tab, opened at a page of the app. */
  open(path: string): Promise<void>;
  /** Stores these entries in local storage. */
  store(entries: Record<string, string>): Promise<void>;
  chat: Chat;
  api: Server;
  /** The requests to providers so far. */
  asked(): Received[];
}

interface WorkerFixtures {
  engine: Browser;
  imitation: Imitation;
}

export const test = base.extend<Options & Fixtures, WorkerFixtures>({
  provider: ['openai', { option: true }],
  entries: [{}, { option: true }],

  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from this pattern what a fixture needs
  baseURL: async ({}, use) => use(process.env.BASE_URL),

  engine: [
    // biome-ignore lint/correctness/noEmptyPattern: as above
    async ({}, use, { project }) => {
      const engine = await engines.find(({ name }) => name === project.name)?.start();
      if (!engine) throw new Error(`No engine is called ${project.name}.`);
      await use(engine);
      await engine.close();
    },
    { scope: 'worker' },
  ],

  imitation: [
    // biome-ignore lint/correctness/noEmptyPattern: as above
    async ({}, use) => {
      const imitation = await startImitation();
      await use(imitation);
      await imitation.close();
    },
    { scope: 'worker' },
  ],

  tab: async ({ engine, imitation }, use, info) => {
    imitation.clear();
    const tab = await engine.open();
    await tab.resize(1280, 800);
    await use(tab);
    if (info.status !== info.expectedStatus)
      await writeFile(info.outputPath('screen.png'), await tab.screenshot());
    await engine.forget();
  },

  open: async ({ tab, baseURL }, use) => use((path) => tab.goto(`${baseURL}${path}`)),

  store: async ({ tab, open }, use) =>
    use(async (entries) => {
      // A page that reads nothing of what is stored.
      await open('/privacy');
      await tab.run((entries) => {
        for (const [name, value] of Object.entries(entries)) localStorage.setItem(name, value);
      }, entries);
    }),

  chat: async ({ tab, open, store, provider, entries, imitation }, use) => {
    await store({ ...(provider && settingEntries(provider, imitation.url)), ...entries });
    await open('/chat');
    const chat = new Chat(tab);
    await chat.isReady();
    await use(chat);
  },

  api: async ({ baseURL }, use) => use(server(baseURL ?? '')),

  asked: async ({ imitation }, use) =>
    use(() => imitation.requests().filter(({ method }) => method === 'POST')),
});

export { expect };
