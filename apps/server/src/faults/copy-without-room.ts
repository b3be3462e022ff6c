import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Fault } from './fault.ts';
import { call, must, password, signUp } from './person.ts';
import { serverProcess } from './server-process.ts';
import { noSmallDisk, smallDisk } from './small-disk.ts';
import { writers } from './writers.ts';

const megabyte = 1024 * 1024;
const diskSize = 256 * megabyte;
/** The space that uploads leave free for the database. */
const reserve = diskSize / 20;
const sentence = 'The server has no storage left for a copy of your data. Try again later.';

export const copyWithoutRoom: Fault = {
  name: 'copy-without-room',
  summary:
    'a data copy for which the disk has no room is refused, or fails with a sentence; others keep writing',
  async run(say) {
    const server = await serverProcess({ CHALLENGE: 'off' });
    const disk = await smallDisk(server.folder, diskSize);
    if (!disk) {
      await server.remove();
      return noSmallDisk;
    }
    try {
      const dataDir = join(disk.path, 'data');
      await server.start({ DATA_DIR: dataDir });
      const { access } = await signUp(server.url, 'ada');
      const size = await uploadMuch(server.url, access, 4);
      const crowd = writers(server.url, 5);
      await crowd.more(20);

      const ask = () =>
        call(server.url, 'POST', '/api/v1/user/me/export', {
          headers: { authorization: `Bearer ${access}` },
          body: { current_password: password },
        });
      const state = async () => {
        const headers = { authorization: `Bearer ${access}` };
        return (await call(server.url, 'GET', '/api/v1/user/me/export', { headers })).body;
      };

      // Too little room from the start.
      await disk.fillUpTo(size + reserve / 2);
      const refused = await ask();
      must(refused.status === 507, `A copy without room for it was answered ${refused.status}.`);
      must(refused.body.message === sentence, `It was told “${refused.body.message}”.`);
      await crowd.more(20);

      // Room runs out halfway through.
      await rm(disk.ballast);
      must((await ask()).status === 200, 'A copy with room for it was refused.');
      await half(join(dataDir, 'exports'));
      await disk.fillUpTo(reserve + 20 * megabyte);
      let least = Number.POSITIVE_INFINITY;
      let copy = await state();
      for (; copy.state === 'working'; copy = await state()) {
        least = Math.min(least, await disk.free());
        await wait(5);
      }
      must(copy.state === 'failed' && copy.failure === sentence, `It ended as ${JSON.stringify(copy)}.`);
      must(least > reserve, `Only ${Math.round(least / megabyte)} MB were left to others.`);
      const left = await readdir(join(dataDir, 'exports'));
      must(left.length === 0, `${left.join()} is left of it.`);
      await mailed(join(dataDir, 'outbox'), 'your-data-could-not-be-copied');
      await crowd.more(20);

      // Once there is room again, the copy is made.
      await rm(disk.ballast);
      must((await ask()).status === 200, 'A copy with room for it was refused.');
      while ((await state()).state === 'working') await wait(50);
      must((await state()).state === 'ready', 'A copy with room for it was not made.');
      await crowd.more(20);
      await crowd.stop();

      must(crowd.refused.size === 0, `Others were answered ${[...crowd.refused.keys()].join(', ')}.`);
      must((await crowd.lost()).length === 0, 'Uploads of others are gone.');
      say(
        `a copy of ${Math.round(size / megabyte)} MB was refused without room, and ended with a sentence half written`,
      );
      say(
        `${crowd.acknowledged()} uploads of others meanwhile, none refused; ${Math.round(least / megabyte)} MB of ${Math.round(diskSize / megabyte)} were left to them`,
      );
      say(`a backup beside it: ${backUp(dataDir, join(disk.path, 'backup'))}`);
    } finally {
      await server.end('SIGKILL');
      await disk.unmount();
      await server.remove();
    }
    return undefined;
  },
};

/** Uploads incompressible files; returns their total size in bytes. */
async function uploadMuch(url: string, access: string, files: number): Promise<number> {
  let size = 0;
  for (let file = 0; file < files; file += 1) {
    const bytes = Buffer.concat([
      Buffer.from('%PDF-1.4\n'),
      randomBytes(24 * megabyte),
      Buffer.from('\n%%EOF\n'),
    ]);
    const form = new FormData();
    form.append('file', new File([bytes], `${file}.pdf`, { type: 'application/pdf' }));
    const headers = { authorization: `Bearer ${access}` };
    const { status } = await fetch(`${url}/api/upload`, { method: 'POST', headers, body: form });
    must(status === 200, `An upload was answered ${status}.`);
    size += bytes.length;
  }
  return size;
}

/** Resolves once part of a copy is on the disk. */
async function half(folder: string) {
  const began = performance.now();
  for (;;) {
    for (const name of await readdir(folder).catch(() => [])) {
      const { size } = await stat(join(folder, name)).catch(() => ({ size: 0 }));
      if (size > 2 * megabyte) return;
    }
    must(performance.now() - began < 30_000, 'No copy was begun.');
    await wait(1);
  }
}

async function mailed(outbox: string, subject: string) {
  const began = performance.now();
  while (!(await readdir(outbox)).some((name) => name.includes(subject))) {
    must(performance.now() - began < 30_000, 'No mail said so.');
    await wait(50);
  }
}

/** The error message of a backup onto the server's own disk, which has no room for it. */
function backUp(dataDir: string, target: string): string {
  const command = [join(import.meta.dirname, '../admin/main.ts'), 'backup', target];
  const env = { ...process.env, DATA_DIR: dataDir };
  const { status, stderr } = spawnSync(process.execPath, command, { env, encoding: 'utf8', timeout: 30_000 });
  must(status === 1, `A backup without room for it ended with ${status}.`);
  must(/^There is not enough disk space for the backup in .*\.\n$/.test(stderr), `It was told “${stderr}”.`);
  must(!existsSync(target) && !existsSync(`${target}.part`), 'Something is left of the backup.');
  return stderr.trim();
}
