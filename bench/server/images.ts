import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Sample, ServerQuestion } from '../question.ts';
import { quantile } from '../statistics.ts';
import type { Installation } from './installation.ts';
import { memoryOf, memoryOfFamily } from './machine.ts';
import { installation } from './shared-installation.ts';

const root = join(import.meta.dirname, '../..');
const people = 8;

let made: Buffer | undefined;

/** About 20 MB, 39 million pixels. */
function picture(): Buffer {
  made ??= execFileSync(process.execPath, ['apps/server/src/testing/picture-process.ts'], {
    cwd: root,
    maxBuffer: 2 ** 28,
  });
  return made;
}

export const images: ServerQuestion = {
  name: 'server-images',
  asks: 'Photos of 20 MB and 39 million pixels are uploaded and drawn anew, one, then eight at once: how much memory does that take?',
  sides: ['ours'],
  rows: [
    { says: 'one: the server', of: 'one', unit: 'MB' },
    { says: 'one: with the process that draws', of: 'oneInAll', unit: 'MB' },
    { says: 'eight: the server', of: 'eight', unit: 'MB' },
    { says: 'eight: with the process that draws', of: 'eightInAll', unit: 'MB' },
    { says: 'left once it has ended', of: 'left', unit: 'MB' },
    { says: 'one takes', of: 'took', unit: 'ms' },
    { says: '/healthz p99 meanwhile', of: 'health', unit: 'ms' },
  ],
  takes: () => 35,
  async measureServer(): Promise<Sample> {
    const server = await installation({ people, signedIn: people });
    await server.restart();
    await wait(1_000);
    const before = memoryOf(server.pid);
    const beforeInAll = memoryOfFamily(server.pid);
    const one = await measureUploads(server, 1);
    const eight = await measureUploads(server, people);
    // The process that draws exits on its own after ten seconds.
    await wait(12_000);
    return {
      one: one.highest - before,
      oneInAll: one.highestInAll - beforeInAll,
      eight: eight.highest - before,
      eightInAll: eight.highestInAll - beforeInAll,
      left: memoryOfFamily(server.pid) - beforeInAll,
      took: one.took,
      health: quantile([...one.health, ...eight.health], 0.99),
    };
  },
};

/** Uploads by this many people at once, and the peak memory meanwhile. */
async function measureUploads(server: Installation, uploads: number) {
  const { port, pid, tokens } = server;
  const health: number[] = [];
  let [highest, highestInAll, isOver] = [0, 0, false];
  const watching = (async () => {
    while (!isOver) {
      const began = performance.now();
      await fetch(`http://127.0.0.1:${port}/healthz`);
      health.push(performance.now() - began);
      highest = Math.max(highest, memoryOf(pid));
      highestInAll = Math.max(highestInAll, memoryOfFamily(pid));
      await wait(15);
    }
  })();
  const began = performance.now();
  await Promise.all(tokens.slice(0, uploads).map((token) => upload(port, token)));
  const took = performance.now() - began;
  isOver = true;
  await watching;
  return { highest, highestInAll, health, took };
}

async function upload(port: number, token: string) {
  const form = new FormData();
  form.append('file', new File([new Uint8Array(picture())], 'photo.jpg', { type: 'image/jpeg' }));
  const answer = await fetch(`http://127.0.0.1:${port}/api/upload`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  });
  if (answer.status !== 200)
    throw new Error(`An upload was answered ${answer.status}: ${await answer.text()}`);
}
