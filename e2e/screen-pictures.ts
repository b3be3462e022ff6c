import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';
import { type Imitation, startImitation } from '@polylogue/imitation';
import { type Server, server, storeSignIn } from './account.ts';
import { Chat } from './chat.ts';
import { chromiumFlags, findChromium } from './chromium.ts';
import { storeEntries } from './entries.ts';
import { befriend, createMember, type NamedMember } from './people.ts';
import { settingEntries } from './provider.ts';
import { box, createLink, createSpace, idOf, join as joinSpace, log } from './room.ts';
import { emptyScreens, fullScreens, type Screen, visitorScreens } from './screens.ts';
import startServer from './start-server.ts';

// `npm run pictures:screens -w e2e -- FOLDER [part of a name]`: every screen, in its states, at five widths, light and dark.

const [folder = 'test-results/screens', wanted = ''] = process.argv.slice(2);
const sizes = [
  { width: 320, height: 640 },
  { width: 390, height: 844 },
  { width: 768, height: 1024 },
  { width: 1440, height: 900 },
  { width: 2560, height: 1440 },
];
const schemes = ['light', 'dark'] as const;

const hebrew =
  '**קמח חזק.** בצק שנח יום שלם צריך גלוטן שיחזיק מעמד:\n\n| קמח | חלבון |\n| --- | ---: |\n| שיפון | 8 % |\n| חיטה | 11 % |\n\n1. מתחילים ב־70 % מים\n2. ומשם עולים\n\n`water = flour * 0.70`';
const reply =
  '## Take a strong one\n\nIn a dough that rests for a day the gluten has to last.\n\n| Flour | Protein |\n| --- | ---: |\n| Rye | 8 % |\n| Wheat | 11 % |\n\n### Begin with\n\n1. 70 % water\n2. 2 % salt\n\n```python\nwater = flour * 0.70\nsalt = flour * 0.02\n```';

const stop = await startServer();
const imitation = await startImitation();
const browser = await chromium.launch({ executablePath: findChromium(), args: chromiumFlags });
const url = process.env.BASE_URL ?? '';
const api = server(url);
let failures = 0;
try {
  mkdirSync(resolve(folder), { recursive: true });
  const { context, screens, link } = await fullMember(browser, imitation, api);
  await takeAll(await contextOf(browser, imitation, false), visitorScreens(link));
  await takeAll(await newMember(browser), emptyScreens());
  await takeAll(context, screens);
} finally {
  await browser.close();
  await imitation.close();
  await stop();
}
if (failures > 0) process.exitCode = 1;

async function newMember(browser: Browser): Promise<BrowserContext> {
  const context = await browser.newContext({ reducedMotion: 'reduce', locale: 'en-GB' });
  await storeSignIn(context, await api.signUp());
  return context;
}

/** A browser with a key at the imitation, or without. */
async function contextOf(browser: Browser, imitation: Imitation, hasKey: boolean): Promise<BrowserContext> {
  const context = await browser.newContext({ reducedMotion: 'reduce', locale: 'en-GB' });
  if (hasKey) await storeEntries(context, settingEntries('openai', imitation.url));
  return context;
}

async function fullMember(browser: Browser, imitation: Imitation, api: Server) {
  const [ada, grace, alan] = [
    await createMember(api, { first_name: 'Ada', last_name: 'Lovelace' }),
    await createMember(api, { first_name: 'Grace', last_name: 'Hopper', isSearchable: true }),
    await createMember(api, { first_name: 'Alan', last_name: 'Turing' }),
  ];
  await befriend(api, ada, grace);
  await api.as(alan, 'POST /api/v1/user/friend-requests', { query: { friend_id: ada.user_id } });
  const room = await createSpace(api, ada, 'Sunday dinner');
  const empty = await createSpace(api, ada, 'The book club of Rue de l’Université, on Thursdays');
  for (const guest of [grace, alan]) await joinSpace(api, guest, room);
  await post(grace, room, 'Something with pears! There is a whole tree of them.');
  await post(alan, room, 'And a **cake**, please. `gluten = 0`');

  const context = await contextOf(browser, imitation, true);
  await storeSignIn(context, ada);
  const chats = await converse(context);
  await askInRoom(context, room);
  await post(alan, room, 'I bring the almonds.');
  const { path: link } = await createLink(api, ada, room);
  return { context, link, screens: fullScreens(imitation, { room, empty }, grace, chats) };
}

async function post(who: NamedMember, room: string, body: string) {
  const message_id = crypto.randomUUID();
  const params = { space_id: idOf(room) };
  await api.as(who, 'POST /api/v1/spaces/:space_id/messages', { params, body: { message_id, body } });
}

/** Three conversations; the addresses of two. */
async function converse(context: BrowserContext) {
  const page = await context.newPage();
  const chat = new Chat(page);
  await page.goto(`${url}/chat`);
  await chat.ask('A title for a talk on slow bread? /say **Slow bread, quick people.**');
  await chat.startNew();
  await chat.ask(`איזה קמח כדאי לקחת למחמצת איטית? /say ${hebrew}`);
  const rtl = new URL(page.url()).pathname;
  await chat.startNew();
  await chat.ask(`Which flour should I take for a slow sourdough? /say ${reply}`);
  await chat.ask('And for pizza? /tokens 120');
  const full = new URL(page.url()).pathname;
  await page.close();
  return { rtl, full };
}

async function askInRoom(context: BrowserContext, room: string) {
  const page = await context.newPage();
  await page.goto(url + room);
  await page.getByRole('button', { name: 'Ask AI' }).click();
  await box(page).fill(
    'A pear cake for six? /say **Pear and almond cake.** Bake it at 170 °C for 45 minutes.',
  );
  await box(page).press('Enter');
  await log(page).getByText('for 45 minutes').last().waitFor();
  await page.close();
}

async function takeAll(context: BrowserContext, screens: Screen[]) {
  for (const screen of screens.filter(({ name }) => name.includes(wanted))) {
    const page = await context.newPage();
    try {
      await take(page, screen);
    } catch (error) {
      failures += 1;
      console.error(`${screen.name}: ${(error as Error).message.split('\n')[0]}`);
    }
    imitation.release();
    await context.setOffline(false);
    await page.close();
  }
  await context.close();
}

async function take(page: Page, { name, path, act, isLarge }: Screen) {
  page.setDefaultTimeout(60_000);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(url + path);
  await settle(page);
  await act?.(page);
  for (const size of sizes) {
    await page.setViewportSize(size);
    for (const colorScheme of schemes) await shoot(page, `${name}-${size.width}-${colorScheme}`, colorScheme);
  }
  if (!isLarge) return;
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%';
  });
  for (const size of sizes.slice(1, 4)) {
    await page.setViewportSize(size);
    await shoot(page, `${name}-${size.width}-letters-200`, 'light');
  }
}

async function settle(page: Page) {
  await page.locator('main, [role=main], h1').first().waitFor();
  await page.waitForLoadState('networkidle').catch(() => {});
  await page.evaluate(() => document.fonts.ready);
}

async function shoot(page: Page, name: string, colorScheme: 'light' | 'dark') {
  await page.emulateMedia({ colorScheme });
  // Two frames: the layout for this size, and what follows from it.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  // Pictures of the other colours may be on their way; one that is not in view never comes.
  await page.evaluate(() =>
    Promise.all(
      [...document.images]
        .filter((image) => image.getBoundingClientRect().top < innerHeight)
        .map((image) => image.decode().catch(() => {})),
    ),
  );
  await page.screenshot({ path: join(resolve(folder), `${name}.png`) });
}
