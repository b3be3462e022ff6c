import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { chromiumFlags } from '@polylogue/e2e/chromium';
import { connect, type Send } from './protocol.ts';

/** A Chromium without a driver: nothing listens to the page's network, which would cost it main-thread time. */
export interface Browser {
  send: Send;
  /** `send` for one page, by the session id that attaching to it returned. */
  sendTo(sessionId: string): Send;
  on(method: string, sessionId: string, listener: (params: never) => void): void;
  version: string;
  close(): Promise<void>;
}

// Chromium slows down pages out of sight, which would be measured instead.
const steady = [
  '--headless',
  '--disable-background-timer-throttling',
  '--disable-backgrounding-occluded-windows',
  '--disable-renderer-backgrounding',
  '--disable-extensions',
  '--no-default-browser-check',
  '--mute-audio',
  '--window-size=1440,900',
];

/** `program`: the path of a Chromium. */
export async function launch(program: string): Promise<Browser> {
  const profile = mkdtempSync(join(tmpdir(), 'polylogue-bench-'));
  const chromium = spawn(
    program,
    [...chromiumFlags, ...steady, '--remote-debugging-port=0', `--user-data-dir=${profile}`, 'about:blank'],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  // even when the bench itself dies
  const kill = () => chromium.kill('SIGKILL');
  process.once('exit', kill);
  const wire = await connect(await debuggerAddress(chromium));
  const { product } = await wire.sendTo()('Browser.getVersion');
  return {
    send: wire.sendTo(),
    sendTo: wire.sendTo,
    on: wire.on,
    version: product,
    async close() {
      const exited = new Promise((resolve) => chromium.once('exit', resolve));
      await wire
        .sendTo()('Browser.close')
        .catch(() => chromium.kill('SIGKILL'));
      await exited;
      process.off('exit', kill);
      rmSync(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    },
  };
}

function debuggerAddress(chromium: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    chromium.once('error', reject);
    chromium.once('exit', (code) =>
      reject(new Error(`Chromium ended with ${code} before it could be used.`)),
    );
    if (!chromium.stderr) return reject(new Error('Chromium was started without a stderr to read.'));
    createInterface(chromium.stderr).on('line', (line) => {
      const address = /^DevTools listening on (ws:\S+)/.exec(line)?.[1];
      if (address) resolve(address);
    });
  });
}
