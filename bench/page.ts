import type { Browser } from './browser.ts';
import type { Send } from './protocol.ts';

/** One page in a browser context of its own: empty cache, empty storage, a renderer process of its own. */
export interface Page {
  send: Send;
  on(method: string, listener: (params: never) => void): void;
  /** Runs in every document before its own scripts. `script` must not use anything outside itself. */
  before<Given>(script: (given: Given) => void, given: Given): Promise<void>;
  go(url: string): Promise<void>;
  /** The value of an expression in the page, a promise awaited. */
  ask<Answer>(expression: string, patience?: number): Promise<Answer>;
  /** Enter, or a letter. */
  press(key: string): Promise<void>;
  type(text: string): Promise<void>;
  /** Pastes a text into what has the focus. */
  paste(text: string): Promise<void>;
  close(): Promise<void>;
}

export async function openPage(browser: Browser): Promise<Page> {
  const { browserContextId } = await browser.send('Target.createBrowserContext');
  const { targetId } = await browser.send('Target.createTarget', { url: 'about:blank', browserContextId });
  const { sessionId } = await browser.send('Target.attachToTarget', { targetId, flatten: true });
  const send = browser.sendTo(sessionId);
  await send('Page.enable');
  await send('Emulation.setFocusEmulationEnabled', { enabled: true });
  await send('Emulation.setDeviceMetricsOverride', {
    width: 1440,
    height: 900,
    deviceScaleFactor: 1,
    mobile: false,
  });

  return {
    send,
    on: (method, listener) => browser.on(method, sessionId, listener),
    async before(script, given) {
      await send('Page.addScriptToEvaluateOnNewDocument', {
        source: `(${script})(${JSON.stringify(given)})`,
      });
    },
    async go(url) {
      const { errorText } = await send('Page.navigate', { url });
      if (errorText) throw new Error(`${url} did not open: ${errorText}.`);
    },
    async ask<Answer>(expression: string, patience = 30_000) {
      const asked = send('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true });
      const { result, exceptionDetails } = await within(patience, asked, expression);
      if (exceptionDetails) {
        throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
      }
      return result.value as Answer;
    },
    async press(key) {
      const { text, ...pressed } = pressOf(key);
      await send('Input.dispatchKeyEvent', { type: 'keyDown', text, ...pressed });
      await send('Input.dispatchKeyEvent', { type: 'keyUp', ...pressed });
    },
    async type(text) {
      await send('Input.insertText', { text });
    },
    async paste(text) {
      await browser.send('Browser.grantPermissions', {
        browserContextId,
        permissions: ['clipboardReadWrite', 'clipboardSanitizedWrite'],
      });
      await send('Runtime.evaluate', {
        expression: `navigator.clipboard.writeText(${JSON.stringify(text)})`,
        awaitPromise: true,
      });
      await send('Input.dispatchKeyEvent', {
        type: 'rawKeyDown',
        key: 'v',
        code: 'KeyV',
        modifiers: 2,
        commands: ['paste'],
      });
      await send('Input.dispatchKeyEvent', { type: 'keyUp', key: 'v', code: 'KeyV' });
    },
    async close() {
      await browser.send('Target.disposeBrowserContext', { browserContextId });
    },
  };
}

function pressOf(key: string) {
  if (key === 'Enter') return { key, text: '\r', code: key, windowsVirtualKeyCode: 13 };
  const code = key === ' ' ? 'Space' : `Key${key.toUpperCase()}`;
  return { key, text: key, code, windowsVirtualKeyCode: key.toUpperCase().charCodeAt(0) };
}

async function within<Value>(patience: number, promise: Promise<Value>, what: string): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`No answer within ${patience / 1000} s: ${what}`)), patience);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
