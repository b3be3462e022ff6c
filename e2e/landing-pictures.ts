import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import sharp from 'sharp';
import { server, storeSignIn } from './account.ts';
import { Chat } from './chat.ts';
import { chromiumFlags, findChromium } from './chromium.ts';
import { createMember, type NamedMember } from './people.ts';
import { box, createSpace, idOf, join as joinSpace, log } from './room.ts';
import startServer from './start-server.ts';

// `npm run pictures -w e2e`: the pictures of the landing page and of the README, taken from the app itself.

const root = join(import.meta.dirname, '..');
const folder = join(root, 'apps/web/src/features/landing/pictures');
const model = 'gpt-5.5';
const schemes = ['light', 'dark'] as const;
type Scheme = (typeof schemes)[number];
interface Size {
  width: number;
  height: number;
}

const flour = {
  question: 'Which flour should I take for a slow sourdough?',
  reply: `**A strong one.** In a dough that rests for a day the gluten has to last, and the more protein, the longer it does.

| Flour | Protein | Rests for |
| --- | ---: | --- |
| Rye | 8 % | 4 hours |
| Wheat | 11 % | 12 hours |
| Manitoba | 14 % | 36 hours |

Begin with 70 % water and go up from there:

\`\`\`python
water = flour * 0.70
salt = flour * 0.02
\`\`\``,
};

const pears = {
  question: 'A pear cake for six, without gluten?',
  reply:
    '**Pear and almond cake.** Ground almonds replace the flour: 200 g of them, with 4 eggs and 3 pears. Bake it at 170 °C for **45 minutes**, and let it cool in its tin.',
};

const stop = await startServer();
const browser = await chromium.launch({ executablePath: findChromium(), args: chromiumFlags });
const api = server(process.env.BASE_URL ?? '');
try {
  mkdirSync(folder, { recursive: true });
  const [ada, grace, alan] = [
    await createMember(api, { first_name: 'Ada', last_name: 'L.' }),
    await createMember(api, { first_name: 'Grace', last_name: 'H.' }),
    await createMember(api, { first_name: 'Alan', last_name: 'T.' }),
  ];
  const address = await createSpace(api, alan, 'Sunday dinner');
  for (const guest of [ada, grace]) await joinSpace(api, guest, address);
  await fillRoom(address, ada, grace, alan);
  // Its messages have been read in all of the pictures.
  await room(address, alan, { width: 390, height: 800 }, 'light');
  for (const scheme of schemes) {
    await store('room-wide', scheme, await room(address, alan, { width: 1092, height: 840 }, scheme));
    await store('room-narrow', scheme, await room(address, alan, { width: 390, height: 800 }, scheme));
    await store('chat', scheme, await chat({ width: 390, height: 800 }, scheme));
  }
  const tall = { width: 720, height: 760 };
  const [light, dark] = await Promise.all(schemes.map((scheme) => chat(tall, scheme)));
  const { width, height } = { width: tall.width * 2, height: tall.height * 2 };
  const both = sharp({ create: { width: 2 * width, height, channels: 3, background: '#faf6ee' } }).composite([
    { input: light ?? '', left: 0, top: 0 },
    { input: dark ?? '', left: width, top: 0 },
  ]);
  const joined = await both.png().toBuffer();
  const readme = await sharp(joined).resize({ width: 1_600 }).png({ palette: true, quality: 90 }).toBuffer();
  writeFileSync(join(root, 'docs/screenshot.png'), readme);
} finally {
  await browser.close();
  await stop();
}

async function store(name: string, scheme: Scheme, png: Buffer) {
  await sharp(png)
    .webp({ quality: 80, effort: 6 })
    .toFile(join(folder, `${name}-${scheme}.webp`));
}

/** A browser with a key, at a provider that gives this reply. */
async function contextWith(
  reply: string,
  viewport: Size,
  colorScheme: Scheme = 'light',
): Promise<BrowserContext> {
  const context = await browser.newContext({
    viewport,
    colorScheme,
    deviceScaleFactor: 2,
    reducedMotion: 'reduce',
    storageState: {
      cookies: [],
      origins: [
        {
          origin: process.env.BASE_URL ?? '',
          localStorage: Object.entries({
            ai_provider: 'openai',
            openai_api_key: 'none-is-needed-here',
            openai_model: model,
          }).map(([name, value]) => ({ name, value })),
        },
      ],
    },
  });
  await context.route('https://api.openai.com/**', (route) =>
    route.fulfill({
      headers: { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' },
      json: { model, choices: [{ message: { content: reply }, finish_reason: 'stop' }] },
    }),
  );
  return context;
}

/** Two guests write, the host asks the AI, and a guest answers. */
async function fillRoom(address: string, ada: NamedMember, grace: NamedMember, alan: NamedMember) {
  const say = async (who: NamedMember, text: string) => {
    const params = { space_id: idOf(address) };
    await api.as(who, 'POST /api/v1/spaces/:space_id/messages', {
      params,
      body: { message_id: crypto.randomUUID(), body: text },
    });
  };
  await say(ada, 'Six of us on Sunday, and no gluten for Grace. What do we bake?');
  await say(grace, 'Something with pears! There is a whole tree of them.');
  const context = await contextWith(pears.reply, { width: 920, height: 900 });
  await storeSignIn(context, alan);
  const page = await context.newPage();
  await page.goto(new URL(address, process.env.BASE_URL).href);
  await page.getByRole('button', { name: 'OK' }).click();
  await page.getByRole('button', { name: 'Ask AI' }).click();
  await box(page).fill(pears.question);
  await box(page).press('Enter');
  await log(page).getByText('let it cool in its tin').last().waitFor();
  await context.close();
  await say(ada, 'I bring the almonds.');
}

async function room(address: string, who: NamedMember, viewport: Size, scheme: Scheme): Promise<Buffer> {
  const context = await contextWith(pears.reply, viewport, scheme);
  await storeSignIn(context, who);
  const page = await context.newPage();
  await page.goto(new URL(address, process.env.BASE_URL).href);
  await log(page).getByText('I bring the almonds.').waitFor();
  // What comes late, and the fonts, are part of the picture.
  await page.getByRole('button', { name: 'Lend', exact: true }).waitFor();
  await page.waitForFunction(() => document.fonts.check('1em "Atkinson Hyperlegible Next Variable"'));
  const notice = page.getByRole('button', { name: 'OK' });
  if (await notice.isVisible()) await notice.click();
  return taken(page);
}

async function chat(viewport: Size, scheme: Scheme): Promise<Buffer> {
  const context = await contextWith(flour.reply, viewport, scheme);
  const page = await context.newPage();
  await page.goto(new URL('/chat', process.env.BASE_URL).href);
  const chat = new Chat(page);
  await chat.box.waitFor();
  await chat.ask(flour.question);
  await page.locator('pre [class*=_function_], pre [class*=_constant_]').first().waitFor();
  await page.waitForFunction(() => document.fonts.check('1em "Atkinson Hyperlegible Mono Variable"'));
  await chat.list.evaluate((list) => list.scrollTo({ top: 0, behavior: 'instant' }));
  return taken(page);
}

async function taken(page: Page): Promise<Buffer> {
  await page.mouse.move(0, 0);
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await page.evaluate(() => document.fonts.ready);
  const png = await page.screenshot();
  await page.context().close();
  return png;
}
