import { join } from 'node:path';
import { buildApp } from '../app.ts';
import { readConfig } from '../config.ts';
import { easyChallenge, tolerantLoop } from './no-limits.ts';

// The server for a run of journeys: like main.ts, but with a challenge that is solved immediately and no load shedding, since the browsers beside it take all of the machine.

const config = readConfig(process.env);
const origin = `http://localhost:${config.port}`;
const web = join(import.meta.dirname, '../../../web/dist');
const app = await buildApp({
  config,
  web,
  origin: () => origin,
  challengeWork: easyChallenge,
  loopLimits: tolerantLoop,
});
await app.listen({ port: config.port, host: config.host });
process.once('SIGTERM', () => app.close().then(() => process.exit(0)));
