import { type BrowserContext, type KeyInput, launch, type Page } from 'puppeteer-core';
import { findProgram } from './programs.ts';
import type { Browser, Engine, Tab } from './tab.ts';

const find = () => findProgram('firefox-esr', 'firefox');

/** Firefox over WebDriver BiDi, which it supports natively. */
export const firefox: Engine = {
  name: 'firefox',
  missing: () => (find() ? null : 'Firefox is not installed and was left out: apt-get install firefox-esr.'),
  async start(): Promise<Browser> {
    const browser = await launch({ browser: 'firefox', executablePath: find() ?? '', headless: true });
    let person: BrowserContext | null = null;
    return {
      async open() {
        person = await browser.createBrowserContext();
        return tabOf(await person.newPage());
      },
      async forget() {
        await person?.close();
        person = null;
      },
      close: () => browser.close(),
    };
  },
};

function tabOf(page: Page): Tab {
  // Leaving a page with unsent text asks for confirmation.
  page.on('dialog', (dialog) => void dialog.accept());
  return {
    goto: async (address) => void (await page.goto(address)),
    reload: async () => void (await page.reload()),
    run: (inPage, ...args) => page.evaluate(inPage as (...args: unknown[]) => never, ...args),
    click: ({ x, y }) => page.mouse.click(x, y),
    async wheel({ x, y }, down) {
      await page.mouse.move(x, y);
      await page.mouse.wheel({ deltaY: down });
    },
    type: (text) => page.keyboard.type(text),
    async press(key, ...held) {
      for (const one of held) await page.keyboard.down(one);
      await page.keyboard.press(key as KeyInput);
      for (const one of held) await page.keyboard.up(one);
    },
    async choose(input, paths) {
      const element = await page.$(input);
      await (element as Awaited<ReturnType<typeof page.$<'input'>>>)?.uploadFile(...paths);
    },
    resize: (width, height) => page.setViewport({ width, height }),
    screenshot: async () => Buffer.from(await page.screenshot()),
    another: async () => tabOf(await page.browserContext().newPage()),
  };
}
