import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject, vi } from 'vitest';
import { buildApp } from '../app.ts';
import type { AppDeps } from '../app-deps.ts';
import { readConfig, type ServerConfig } from '../config.ts';
import { renderer } from '../platform/images/renderer.ts';
import { putTables } from './databases.ts';
import { afterwards } from './lifetime.ts';
import { tolerantLoop } from './no-limits.ts';

/** How long a test waits for what a real server does asynchronously (milliseconds). */
export const patience = 30_000;

/** Retries an assertion about something that a real server does asynchronously. */
export const eventually = (check: () => unknown) => vi.waitFor(check, { timeout: patience, interval: 20 });

// Starting the rendering process takes longer than rendering; all test servers share one, which ends with this process.
const drawing = renderer({ idle: 60_000 });
const shared = { render: drawing.render, close: async () => {} };

interface Options extends Partial<Omit<AppDeps, 'config'>> {
  env?: Record<string, string>;
}

/** A whole server on a free port, with its own data folder, removed after the test. */
export async function startServer({ env = {}, ...deps }: Options = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'polylogue-'));
  const config: ServerConfig = readConfig({ DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'silent', ...env });
  if (!env.DATA_DIR) await putTables(config.dataDir);

  const web = inject('webBuild');
  const origin = () => 'http://polylogue.test';
  const app = await buildApp({ config, web, origin, loopLimits: tolerantLoop, renderer: shared, ...deps });
  await app.listen({ port: 0, host: '127.0.0.1' });
  afterwards(async () => {
    app.server.closeAllConnections();
    await app.close();
    await rm(folder, { recursive: true, force: true });
  });

  const address = app.server.address();
  if (typeof address !== 'object' || !address) throw new Error('The test server has no port.');
  return {
    app,
    port: address.port,
    url: `http://127.0.0.1:${address.port}`,
    dataDir: config.dataDir,
    /** The file names in the upload folder. */
    stored: () => readdir(join(config.dataDir, 'files')),
  };
}
