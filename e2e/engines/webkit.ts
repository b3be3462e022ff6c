import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import {
  type Actions,
  Builder,
  By,
  Capabilities,
  Key as Keys,
  Origin,
  type WebDriver,
} from 'selenium-webdriver';
import { freePort, waitUntilReady } from '../start-server.ts';
import { findProgram } from './programs.ts';
import type { Browser, Engine, HeldKey, Key, Tab } from './tab.ts';

/** WebKitGTK over WebDriver, on a virtual display. */
export const webkit: Engine = {
  name: 'webkit',
  missing: () =>
    findProgram('WebKitWebDriver') && findProgram('Xvfb')
      ? null
      : 'WebKitGTK is not installed and was left out: apt-get install webkit2gtk-driver xvfb.',
  async start(): Promise<Browser> {
    const display = await startDisplay();
    const port = await freePort();
    const server = spawn('WebKitWebDriver', [`--port=${port}`], {
      env: { ...process.env, DISPLAY: display.name },
      stdio: 'ignore',
    });
    const url = `http://127.0.0.1:${port}`;
    await waitUntilReady(server, `${url}/status`);
    let driver: WebDriver | null = null;
    return {
      async open() {
        const capabilities = new Capabilities({ browserName: 'MiniBrowser' });
        driver = await new Builder().usingServer(url).withCapabilities(capabilities).build();
        return tabOf(driver, await openBare(driver));
      },
      async forget() {
        await driver?.quit();
        driver = null;
      },
      async close() {
        await end(server);
        await end(display.process);
      },
    };
  },
};

async function startDisplay() {
  const options = ['-displayfd', '3', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'];
  const display = spawn('Xvfb', options, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
  const [number] = await once(display.stdio[3] as Readable, 'data');
  return { process: display, name: `:${String(number).trim()}` };
}

async function end(child: ChildProcess) {
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}

/** A window without a toolbar: with one it is never as narrow as a phone. Only a click may open one. */
async function openBare(driver: WebDriver): Promise<string> {
  const before = await driver.getAllWindowHandles();
  await driver.executeScript(`
    const button = document.createElement('button');
    button.id = 'open';
    button.textContent = 'Open';
    button.addEventListener('click', () => { button.remove(); open('about:blank', '_blank', 'popup') });
    document.body.prepend(button);`);
  await driver.findElement(By.id('open')).click();
  const opened = async () => (await driver.getAllWindowHandles()).find((one) => !before.includes(one));
  return driver.wait(opened) as Promise<string>;
}

const keys: Record<Key | HeldKey, string> = {
  Enter: Keys.ENTER,
  Escape: Keys.ESCAPE,
  Tab: Keys.TAB,
  Home: Keys.HOME,
  End: Keys.END,
  PageUp: Keys.PAGE_UP,
  PageDown: Keys.PAGE_DOWN,
  ArrowUp: Keys.ARROW_UP,
  ArrowRight: Keys.ARROW_RIGHT,
  Backspace: Keys.BACK_SPACE,
  Shift: Keys.SHIFT,
  Control: Keys.CONTROL,
};

/** Missing in its published types. */
interface Wheel {
  scroll(x: number, y: number, right: number, down: number): Actions;
}

function tabOf(driver: WebDriver, handle: string): Tab {
  /** One session drives all its windows, one at a time. */
  async function here(): Promise<WebDriver> {
    await driver.switchTo().window(handle);
    return driver;
  }
  const moved = async ({ x, y }: { x: number; y: number }) =>
    (await here()).actions({ async: true }).move({ x, y, origin: Origin.VIEWPORT, duration: 0 });

  return {
    goto: async (address) => (await here()).get(address),
    reload: async () => (await here()).navigate().refresh(),
    async run(inPage, ...args) {
      const answer = await (await here()).executeAsyncScript<{ value: never } | { error: string }>(
        `const [args, done] = arguments;
         new Promise((resolve) => resolve((${inPage})(...args)))
           .then((value) => done({ value }), (error) => done({ error: String(error) }));`,
        args,
      );
      if ('error' in answer) throw new Error(answer.error);
      return answer.value;
    },
    click: async (at) => (await moved(at)).click().perform(),
    wheel: async ({ x, y }, down) =>
      ((await here()).actions({ async: true }) as unknown as Wheel).scroll(x, y, 0, down).perform(),
    type: async (text) => (await here()).actions({ async: true }).sendKeys(text).perform(),
    async press(key, ...held) {
      const actions = (await here()).actions({ async: true });
      for (const one of held) actions.keyDown(keys[one]);
      actions.sendKeys(keys[key as Key] ?? key);
      for (const one of held) actions.keyUp(keys[one]);
      await actions.perform();
    },
    async choose(input, paths) {
      await (await here()).findElement(By.css(input)).sendKeys(paths.join('\n'));
    },
    async resize(width, height) {
      const window = (await here()).manage().window();
      const [innerWidth, innerHeight] = await driver.executeScript<[number, number]>(
        'return [innerWidth, innerHeight]',
      );
      const outer = await window.getRect();
      await window.setRect({
        x: 0,
        y: 0,
        width: width + outer.width - innerWidth,
        height: height + outer.height - innerHeight,
      });
    },
    screenshot: async () => Buffer.from(await (await here()).takeScreenshot(), 'base64'),
    async another() {
      await here();
      return tabOf(driver, await openBare(driver));
    },
  };
}
