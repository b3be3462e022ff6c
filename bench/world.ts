import { execFileSync, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type Browser, launch } from './browser.ts';
import { serveFloor } from './floor/serve.ts';
import type { Order } from './imitation-process.ts';
import { freePort, terminate } from './process.ts';

/** The two pages that answer every question: the bare one, and ours. */
export const sides = ['floor', 'ours'] as const;
export type Side = (typeof sides)[number];

/** Everything a question needs: the browser, the two pages, and the imitation that both talk to. */
export interface World {
  browser: Browser;
  url: Record<Side, string>;
  /** The imitation's chat-completions url. */
  api: string;
  /** Holds the imitation's pieces back, or lets them through. */
  order(order: Order): void;
  /** How many questions have reached the imitation. */
  questionCount(): Promise<number>;
  stop(): Promise<void>;
}

const root = join(import.meta.dirname, '..');

/** Starts the imitation, the floor, the app when it is asked for, and Chromium; each is a process of its own. */
export async function startWorld(asked: readonly Side[], chromium: string): Promise<World> {
  const stops: (() => Promise<unknown>)[] = [];
  const stop = async () => {
    for (const end of stops.splice(0).reverse()) await end();
  };
  try {
    const imitation = fork(new URL('./imitation-process.ts', import.meta.url));
    stops.push(() => terminate(imitation));
    const [{ endpoint }] = await Promise.race([
      once(imitation, 'message') as Promise<[{ endpoint: string }]>,
      once(imitation, 'exit').then(() => Promise.reject(new Error('The imitation did not start.'))),
    ]);
    const floor = await serveFloor();
    stops.push(floor.stop);
    const ours = asked.includes('ours') ? await startApp(stops) : '';
    const browser = await launch(chromium);
    stops.push(browser.close);
    return {
      browser,
      url: { floor: floor.url, ours },
      api: endpoint,
      order: (order) => void imitation.send(order),
      async questionCount() {
        const report = once(imitation, 'message') as Promise<[{ questions: number }]>;
        imitation.send({ do: 'count' } satisfies Order);
        return (await report)[0].questions;
      },
      stop,
    };
  } catch (failure) {
    await stop();
    throw failure;
  }
}

async function startApp(stops: (() => Promise<unknown>)[]): Promise<string> {
  execFileSync(process.execPath, ['apps/web/build.ts', '--if-stale'], { cwd: root, stdio: 'inherit' });
  const data = mkdtempSync(join(tmpdir(), 'polylogue-bench-data-'));
  stops.push(async () => rmSync(data, { recursive: true, force: true }));
  const port = await freePort();
  const server = spawn(process.execPath, ['apps/server/src/main.ts'], {
    cwd: root,
    env: { ...process.env, PORT: String(port), DATA_DIR: data, LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const kill = () => server.kill('SIGKILL');
  process.once('exit', kill);
  stops.push(() => terminate(server).then(() => process.off('exit', kill)));
  const address = `http://localhost:${port}`;
  for (const giveUpAt = Date.now() + 30_000; Date.now() < giveUpAt; await wait(50)) {
    if (server.exitCode !== null) throw new Error(`The server ended with code ${server.exitCode}.`);
    const answer = await fetch(`${address}/readyz`).catch(() => null);
    if (answer?.ok) return `${address}/chat`;
  }
  throw new Error('The server was not ready within 30 seconds.');
}
