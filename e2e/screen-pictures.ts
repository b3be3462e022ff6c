import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';
import { type Imitation, startImitation } from '@polylogue/imitation';
import { type Server, server, storeSignIn } from './account.ts';
import { Chat } from './chat.ts';
import { chromiumFlags, findChromium } from './chromium.ts';
import { storeEntries } from './entries.ts';
import { befriend, createMember, type NamedMember, personPage } from './people.ts';
import { settingEntries } from './provider.ts';
import { box, createSpace, idOf, join as joinSpace, log } from './room.ts';
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

interface Screen {
  name: string;
  path: string;
  /** What else is done before its picture is taken. */
  act?(page: Page): Promise<unknown>;
  /** Taken with letters twice as large, too. */
  isLarge?: boolean;
}

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
  await takeAll(await contextOf(browser, imitation, false), visitorScreens());
  await takeAll(await newMember(browser), emptyScreens());
  const { context, screens } = await fullMember(browser, imitation, api);
  await takeAll(context, screens);
} finally {
  await browser.close();
  await imitation.close();
  await stop();
}
if (failures > 0) process.exitCode = 1;

function visitorScreens(): Screen[] {
  return [
    { name: 'landing', path: '/', isLarge: true },
    { name: 'signin', path: '/signin' },
    { name: 'signup', path: '/signup', isLarge: true },
    {
      name: 'signup-error',
      path: '/signup',
      act: (page) => page.getByRole('button', { name: /^Sign up/i }).click(),
    },
    { name: 'forgot-password', path: '/forgot-password' },
    { name: 'reset-password-error', path: '/reset-password' },
    { name: 'terms', path: '/terms', isLarge: true },
    { name: 'privacy', path: '/privacy' },
    { name: 'not-found', path: '/nowhere' },
    { name: 'chat-empty-visitor', path: '/chat', isLarge: true },
    {
      name: 'api-configuration',
      path: '/chat#connect',
      act: (page) => new Chat(page).dialog.waitFor(),
    },
    { name: 'conversations-visitor', path: '/conversations' },
  ];
}

function emptyScreens(): Screen[] {
  return ['/dashboard', '/spaces', '/conversations', '/community', '/notifications', '/search?q=nothing'].map(
    (path) => ({ name: `${path.slice(1).replace(/\W.*/, '')}-empty`, path }),
  );
}

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
  await createSpace(api, ada, 'The book club of Rue de l’Université, on Thursdays');
  for (const guest of [grace, alan]) await joinSpace(api, guest, room);
  await post(grace, room, 'Something with pears! There is a whole tree of them.');
  await post(alan, room, 'And a **cake**, please. `gluten = 0`');

  const context = await contextOf(browser, imitation, true);
  await storeSignIn(context, ada);
  const chats = await converse(context);
  await askInRoom(context, room);
  await post(alan, room, 'I bring the almonds.');
  return { context, screens: fullScreens(imitation, room, grace, chats) };
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

function fullScreens(
  imitation: Imitation,
  room: string,
  grace: NamedMember,
  chats: { rtl: string; full: string },
): Screen[] {
  const settings = ['profile', 'pictures', 'privacy', 'account', 'sign-ins', 'blocked', 'files', 'data'];
  const offline = (page: Page) => page.context().setOffline(true);
  return [
    { name: 'dashboard', path: '/dashboard', isLarge: true },
    { name: 'dashboard-offline', path: '/dashboard', act: offline },
    { name: 'chat-empty', path: '/chat' },
    { name: 'chat', path: chats.full, isLarge: true },
    { name: 'chat-right-to-left', path: chats.rtl },
    { name: 'chat-offline', path: chats.full, act: offline },
    {
      name: 'chat-configuration',
      path: chats.full,
      async act(page) {
        await new Chat(page).settings.click();
        await new Chat(page).dialog.waitFor();
      },
    },
    {
      name: 'chat-waiting',
      path: '/chat',
      async act(page) {
        imitation.hold();
        await new Chat(page).say('Which flour? /tokens 200');
        await new Chat(page).dots.waitFor();
      },
    },
    {
      name: 'chat-streaming',
      path: '/chat',
      async act(page) {
        imitation.hold();
        await new Chat(page).say('Which flour? /tokens 200 kind=mixed');
        imitation.release(60);
        await new Chat(page).replies.last().locator('p').first().waitFor();
      },
    },
    { name: 'chat-error', path: '/chat', act: (page) => refusedChat(page, imitation) },
    { name: 'room', path: room, isLarge: true },
    {
      name: 'room-offline',
      path: room,
      act: offline,
    },
    {
      name: 'room-members',
      path: room,
      act: (page) => page.getByRole('button', { name: /\bpeople\b/ }).click(),
    },
    { name: 'spaces', path: '/spaces', isLarge: true },
    {
      name: 'spaces-new',
      path: '/spaces',
      act: (page) => page.getByRole('main').getByRole('button', { name: /space/i }).first().click(),
    },
    { name: 'conversations', path: '/conversations', isLarge: true },
    { name: 'community', path: '/community', isLarge: true },
    { name: 'profile', path: '/profile' },
    { name: 'person', path: personPage(grace) },
    { name: 'notifications', path: '/notifications' },
    { name: 'search', path: '/search?q=Grace' },
    ...settings.map((part) => ({
      name: `settings-${part}`,
      path: `/settings/${part}`,
      isLarge: part === 'account',
    })),
    {
      name: 'palette',
      path: '/dashboard',
      act: (page) => page.keyboard.press('Control+k'),
    },
    { name: 'shortcuts', path: '/dashboard', act: (page) => page.keyboard.press('?') },
  ];
}

async function refusedChat(page: Page, imitation: Imitation) {
  const chat = new Chat(page);
  await page.evaluate((entries) => Object.assign(localStorage, entries), {
    ...settingEntries('openai', imitation.url),
    openai_api_key: 'rate-limited',
  });
  await page.reload();
  await chat.box.waitFor();
  await chat.say('Which flour?');
  await chat.toasts.waitFor();
  await page.evaluate(
    (entries) => Object.assign(localStorage, entries),
    settingEntries('openai', imitation.url),
  );
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
