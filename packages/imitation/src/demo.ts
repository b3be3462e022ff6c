/** `npm run demo`: the app and a local imitation of the five providers, which a page of this server alone connects. */
import { type ChildProcess, spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { demoFiles } from './demo-page.ts';
import { type Imitation, startImitation } from './imitation.ts';
import { demoRows, pasteTable } from './paste.ts';

const main = fileURLToPath(new URL('../../../apps/server/src/demo.ts', import.meta.url));
const patience = 30_000; // milliseconds the app may take to be ready

function port(name: string, usual: number): number {
  const given = process.env[name];
  if (given === undefined || given === '') return usual;
  const number = Number(given);
  if (Number.isInteger(number) && number > 0 && number < 65_536) return number;
  return giveUp(`${name} is "${given}", which is not a port. Give a number from 1 to 65535.`);
}

function giveUp(sentence: string): never {
  console.error(sentence);
  process.exit(1);
}

const taken = (number: number, name: string, other: number) =>
  `Port ${number} is in use. Stop what is using it, or choose another port: ${name}=${other} npm run demo`;

function isFree(number: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(number, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}

async function imitate(number: number): Promise<Imitation> {
  try {
    return await startImitation({ port: number });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE') return giveUp(taken(number, 'IMITATION_PORT', number + 1));
    return giveUp(`The imitation could not listen on port ${number}: ${(error as Error).message}`);
  }
}

async function isReady(app: string, server: ChildProcess): Promise<boolean> {
  const until = Date.now() + patience;
  while (Date.now() < until && server.exitCode === null && server.signalCode === null) {
    const answer = await fetch(`${app}/healthz`).catch(() => null);
    if (answer?.ok) return true;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return false;
}

const appPort = port('PORT', 3000);
const imitationPort = port('IMITATION_PORT', 4100);
if (!(await isFree(appPort))) giveUp(taken(appPort, 'PORT', appPort + 1));
const imitation = await imitate(imitationPort);

const app = `http://localhost:${appPort}`;
const rows = demoRows(imitation);
const server = spawn(process.execPath, [main], {
  env: {
    ...process.env,
    PORT: String(appPort),
    LOG_LEVEL: process.env.LOG_LEVEL ?? 'warn',
    DEMO_FILES: JSON.stringify(demoFiles(rows)),
  },
  stdio: ['ignore', 'ignore', 'inherit'],
});

let stopping = false;
/** Ctrl-C reaches the app too, and a second signal would end it immediately: wait `grace` first. */
async function stop(code: number, grace = 0): Promise<never> {
  stopping = true;
  if (server.exitCode === null && server.signalCode === null) {
    const ended = new Promise((resolve) => server.once('exit', resolve));
    const ask = setTimeout(() => server.kill('SIGTERM'), grace);
    const force = setTimeout(() => server.kill('SIGKILL'), grace + 5000);
    await ended;
    clearTimeout(ask);
    clearTimeout(force);
  }
  await imitation.close();
  process.exit(code);
}
process.on('SIGINT', () => void (stopping || stop(0, 500)));
process.on('SIGTERM', () => void (stopping || stop(0)));
server.once('exit', () => {
  if (stopping) return;
  console.error('The app stopped; its message is above. Fix that, then run npm run demo again.');
  void stop(1);
});

if (await isReady(app, server)) console.log(pasteTable(rows, app));
else if (!stopping) {
  console.error(`The app did not answer at ${app}/healthz within ${patience / 1000} seconds.`);
  await stop(1);
}
