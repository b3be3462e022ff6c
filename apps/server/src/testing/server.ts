import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { onTestFinished, vi } from 'vitest';
import { type AppDeps, buildApp } from '../app.ts';
import { type Config, readConfig } from '../config.ts';

// Real connections and megabytes take their time on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

/** Waits for what a real server does in its own time. */
export const eventually = (check: () => unknown) => vi.waitFor(check, { timeout: 30_000 });

export const page = '<!doctype html><title>Polylogue</title>';
/** The document of /chat, built ahead. */
export const chatPage = '<!doctype html><title>Polylogue</title><textarea></textarea>';
/** The document that draws diagrams. */
export const diagramPage = '<!doctype html><title>Diagram</title>';
export const script = 'export const hash = "of its content";';

interface Wishes extends Partial<Omit<AppDeps, 'config'>> {
  env?: Record<string, string>;
}

/** A whole server on a free port, with a data folder and a web build of its own, gone when the test is. */
export async function startServer({ env = {}, ...deps }: Wishes = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'polylogue-'));
  const config: Config = readConfig({ DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'silent', ...env });
  const web = join(folder, 'dist');
  await buildWeb(web);

  const app = await buildApp({ config, web, origin: () => 'http://polylogue.test', ...deps });
  await app.listen({ port: 0, host: '127.0.0.1' });
  onTestFinished(async () => {
    app.server.closeAllConnections();
    await app.close();
    await rm(folder, { recursive: true, force: true });
  });

  const address = app.server.address();
  if (typeof address !== 'object' || !address) throw new Error('The test server has no port.');
  return {
    app,
    web,
    port: address.port,
    url: `http://127.0.0.1:${address.port}`,
    /** The names of what lies in the folder of uploads. */
    stored: () => readdir(join(config.dataDir, 'files')),
  };
}

async function buildWeb(web: string) {
  const files = {
    'index.html': page,
    'chat.html': chatPage,
    'manifest.webmanifest': '{}',
    'icon-192.png': 'a picture',
    'service-worker.js': script,
    'diagram.html': diagramPage,
    'favicon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
    'assets/app-Bx7d2k.js': script,
    'assets/diagram/draw-Dd93k1.js': script,
    'assets/read.worker-Cc81.js': script,
    '.stamp': 'secret of the build',
  };
  await mkdir(join(web, 'assets', 'diagram'), { recursive: true });
  for (const [name, text] of Object.entries(files)) {
    await writeFile(join(web, name), text);
    await writeFile(join(web, `${name}.br`), brotliCompressSync(text));
    await writeFile(join(web, `${name}.gz`), gzipSync(text));
  }
}
