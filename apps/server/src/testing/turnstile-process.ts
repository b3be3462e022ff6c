import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTurnstile, testKeys } from '@polylogue/imitation';
import { buildApp } from '../app.ts';
import { readConfig } from '../config.ts';

// A whole server whose challenge is Turnstile, with the documented test keys, and a stand-in for Cloudflare.
// Prints the addresses of both as JSON, and ends when its standard input closes.

const dataDir = mkdtempSync(join(tmpdir(), 'polylogue-turnstile-'));
const cloudflare = await startTurnstile();
const config = readConfig({
  DATA_DIR: dataDir,
  LOG_LEVEL: 'warn',
  TURNSTILE_SITE_KEY: testKeys.sites.passes,
  TURNSTILE_SECRET: testKeys.secrets.passes,
});
let url = '';
const app = await buildApp({
  config,
  origin: () => url,
  web: join(import.meta.dirname, '../../../web/dist'),
  siteverify: cloudflare.siteverify,
});
url = (await app.listen({ port: 0, host: '127.0.0.1' })).replace('127.0.0.1', 'localhost');
console.log(JSON.stringify({ url, cloudflare: cloudflare.url }));

process.stdin.resume().on('end', async () => {
  app.server.closeAllConnections();
  await app.close();
  await cloudflare.close();
  rmSync(dataDir, { recursive: true, force: true });
});
