import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium } from '@playwright/test';
import sharp from 'sharp';
import { Chat } from './chat.ts';
import { chromiumFlags, findChromium } from './chromium.ts';
import startServer from './start-server.ts';

// `npm run pictures -w e2e`: the pictures of the landing page and of the README, taken from the app itself.

const root = join(import.meta.dirname, '..');
const folder = join(root, 'apps/web/src/features/landing/pictures');
const endpoint = 'https://provider.example/v1/chat/completions';
const question = 'Which flour should I take for a slow sourdough?';
const reply = `**A strong one.** In a dough that rests for a day the gluten has to last, and the more protein, the longer it does.

| Flour | Protein | Rests for |
| --- | ---: | --- |
| Rye | 8 % | 4 hours |
| Wheat | 11 % | 12 hours |
| Manitoba | 14 % | 36 hours |

Begin with 70 % water and go up from there:

\`\`\`python
water = flour * 0.70
salt = flour * 0.02
\`\`\``;

const sizes = { wide: { width: 720, height: 560 }, narrow: { width: 390, height: 500 } };
const schemes = ['light', 'dark'] as const;

const stop = await startServer();
const browser = await chromium.launch({ executablePath: findChromium(), args: chromiumFlags });
try {
  mkdirSync(folder, { recursive: true });
  for (const [name, viewport] of Object.entries(sizes)) {
    for (const scheme of schemes) {
      const png = await picture(browser, viewport, scheme);
      await sharp(png)
        .webp({ quality: 82, effort: 6 })
        .toFile(join(folder, `chat-${name}-${scheme}.webp`));
    }
  }
  const tall = { width: 720, height: 760 };
  const [light, dark] = await Promise.all(schemes.map((scheme) => picture(browser, tall, scheme)));
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

async function picture(
  where: Browser,
  viewport: { width: number; height: number },
  colorScheme: (typeof schemes)[number],
): Promise<Buffer> {
  const context = await where.newContext({
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
            openai_endpoint: endpoint,
            openai_model: 'gpt-4o',
          }).map(([name, value]) => ({ name, value })),
        },
      ],
    },
  });
  const page = await context.newPage();
  await page.route('https://provider.example/**', (route) =>
    route.fulfill({
      headers: { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' },
      json: { model: 'gpt-4o', choices: [{ message: { content: reply }, finish_reason: 'stop' }] },
    }),
  );
  await page.goto(new URL('/chat', process.env.BASE_URL).href);
  const chat = new Chat(page);
  await chat.box.waitFor();
  await chat.ask(question);
  await page.locator('pre [class*=_function_], pre [class*=_constant_]').first().waitFor();
  await page.waitForFunction(() => document.fonts.check('1em "Atkinson Hyperlegible Mono Variable"'));
  await page.mouse.move(0, 0);
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await chat.list.evaluate((list) => list.scrollTo({ top: 0, behavior: 'instant' }));
  await page.evaluate(() => document.fonts.ready);
  const png = await page.screenshot();
  await context.close();
  return png;
}
