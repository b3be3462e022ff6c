import { type Browser, devices, expect, type Page } from '@playwright/test';
import type { Server } from '../account.ts';
import { createMember, type NamedMember, uniqueName } from '../people.ts';
import { canary, type ProviderName, settingEntries } from '../provider.ts';
import { box } from '../room.ts';

/** A person in the room, at a browser of their own. */
export interface Person {
  user_id: string;
  name: string;
  page: Page;
  hasKey: boolean;
  isOffline: boolean;
  /** The words of what they posted and did not delete, oldest first. */
  own: string[];
}

interface Places {
  /** The origin of the app. */
  app: string;
  /** Where provider calls go. */
  provider: string;
  /** The address of the room. */
  room: string;
}

/** Called with everything that must never happen, a sentence each. */
export type Report = (problem: string) => void;

const cast: { name: string; provider: ProviderName | null; isPhone?: boolean }[] = [
  { name: 'Ada', provider: 'openai' },
  { name: 'Grace', provider: 'gemini' },
  { name: 'Alan', provider: 'anthropic' },
  { name: 'Emmy', provider: null, isPhone: true },
  { name: 'Kurt', provider: null },
];

/** A member for each of them. */
export const createMembers = (api: Server): Promise<NamedMember[]> =>
  Promise.all(cast.map(({ name }) => createMember(api, { first_name: name, last_name: uniqueName() })));

/** Opens the room in a browser for each member. `secrets`: words that no provider may be sent. */
export async function openBrowsers(
  browser: Browser,
  members: readonly NamedMember[],
  places: Places,
  secrets: readonly string[],
  report: Report,
): Promise<Person[]> {
  const people: Person[] = [];
  for (const [at, { name, provider, isPhone = false }] of cast.entries()) {
    const { user_id, access_token, refresh_token } = members[at] as NamedMember;
    const keys = provider ? settingEntries(provider, places.provider) : {};
    const entries = Object.entries({ access_token, refresh_token, ...keys });
    const localStorage = entries.map(([name, value]) => ({ name, value }));
    const { defaultBrowserType: _, ...phone } = devices['Pixel 7'];
    const context = await browser.newContext({
      ...(isPhone && phone),
      baseURL: places.app,
      serviceWorkers: 'block',
      storageState: { cookies: [], origins: [{ origin: places.app, localStorage }] },
    });
    context.setDefaultTimeout(30_000);
    const page = await context.newPage();
    watch(page, places, secrets, (problem) => report(`${name}: ${problem}`));
    await page.goto(places.room);
    await expect(box(page)).toBeVisible();
    people.push({ user_id, name, page, hasKey: provider !== null, isOffline: false, own: [] });
  }
  return people;
}

function watch(page: Page, { provider }: Places, secrets: readonly string[], report: Report) {
  page.on('pageerror', (error) => report(error.stack ?? error.message));
  page.on('dialog', (dialog) => void dialog.accept().catch(() => {}));
  page.on('response', (response) => {
    const isFault = response.status() >= 500 && response.status() !== 503;
    if (isFault) report(`${response.url()} was answered ${response.status()}.`);
  });
  page.on('request', (request) => {
    const sent = JSON.stringify([request.url(), request.postData()]);
    if (request.url().startsWith(provider)) {
      for (const secret of secrets) if (sent.includes(secret)) report(`${secret} reached a provider.`);
    } else if ((sent + JSON.stringify(request.headers())).includes(canary)) {
      report(`The key was sent to ${request.url()}.`);
    }
  });
  page.on('websocket', (socket) => {
    socket.on('framesent', ({ payload }) => {
      if (String(payload).includes(canary)) report('The key was sent over a socket.');
    });
  });
}
