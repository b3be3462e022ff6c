import { randomUUID } from 'node:crypto';
import { chmod, mkdir, rm } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { postgresBinaries, startPostgres } from '../testing/postgres.ts';
import type { Fault } from './fault.ts';
import { call, must, signIn, signUp } from './person.ts';
import { serverProcess } from './server-process.ts';
import { noSmallDisk, smallDisk } from './small-disk.ts';

/** Disk size for the embedded database, a twentieth of it reserved (bytes). */
const diskSize = 64 * 1024 * 1024;
/** Disk size for PostgreSQL; an empty cluster takes half of it (bytes). */
const clusterSize = 160 * 1024 * 1024;
/** Length of a message (bytes). */
const length = 100_000;

export const fullDiskPushes: Fault = {
  name: 'full-disk-pushes',
  summary:
    'with less than the reserve free on its disk, the server answers pushes with 507, while people can sign in, read and delete',
  async run(say) {
    const server = await serverProcess({ CHALLENGE: 'off' });
    const disk = await smallDisk(server.folder, diskSize);
    if (!disk) {
      await server.remove();
      return noSmallDisk;
    }
    try {
      await server.start({ DATA_DIR: disk.path });
      const person = await writer(server.url);
      for (let count = 0; count < 20; count++) await person.mustPush();
      await disk.fillUpTo(diskSize / 20 - 1);
      must((await person.push()).status === 507, 'A push below the reserve was not answered 507.');
      await person.mustGoOn();
      must((await person.delete()) === 200, 'A conversation could not be deleted below the reserve.');
      await rm(disk.ballast);
      await person.mustPush();
      await person.mustHoldAll();
      say(`below the reserve 507, then ${person.acknowledged()} messages acknowledged, 0 lost`);
    } finally {
      await server.end('SIGKILL');
      await disk.unmount();
      await server.remove();
    }
    return undefined;
  },
};

export const fullPostgresPushes: Fault = {
  name: 'full-postgres-pushes',
  summary:
    'a PostgreSQL whose disk is full refuses pushes, loses nothing, and recovers when there is room again',
  async run(say) {
    if (!(await postgresBinaries())) return { skipped: 'no PostgreSQL package for this computer' };
    const server = await serverProcess({ CHALLENGE: 'off' });
    const disk = await smallDisk(server.folder, clusterSize);
    if (!disk) {
      await server.remove();
      return noSmallDisk;
    }
    // PostgreSQL runs as another user.
    await chmod(server.folder, 0o711);
    const cluster = await startPostgres({ parent: disk.path });
    try {
      const data = `${server.folder}/data`;
      await mkdir(data);
      await server.start({ DATA_DIR: data, DATABASE_URL: cluster.url() });
      const person = await writer(server.url);
      for (let count = 0; count < 20; count++) await person.mustPush();
      await disk.fillUpTo(0);
      const refused = new Set<number>();
      // Until the pages it has already allocated are full, too.
      for (let tries = 0; tries < 200 && !refused.has(507); tries++) {
        const { status } = await person.push();
        if (status !== 200) refused.add(status);
        if (status === 503) await wait(200);
      }
      const odd = [...refused].filter((status) => ![503, 507].includes(status));
      must(odd.length === 0, `With a full PostgreSQL people were answered ${odd.join(', ')}.`);
      must(refused.size > 0, 'A full PostgreSQL took everything.');
      must(server.isAlive(), 'The server died of a full PostgreSQL.');
      await rm(disk.ballast);
      for (let tries = 0; (await person.push()).status !== 200; tries++) {
        must(tries < 100, 'There is room again, and pushes are still refused.');
        await wait(200);
      }
      await person.mustGoOn();
      await person.mustHoldAll();
      say(
        `refused with ${[...refused].join(' and ')}; ${person.acknowledged()} messages acknowledged, 0 lost`,
      );
    } finally {
      await server.end('SIGKILL');
      await cluster.stop();
      await disk.unmount();
      await server.remove();
    }
    return undefined;
  },
};

/** Pushes long messages, and remembers which were acknowledged. */
async function writer(url: string) {
  const name = 'writer';
  const { access } = await signUp(url, name);
  const headers = { authorization: `Bearer ${access}` };
  const conversation_id = randomUUID();
  const other = randomUUID();
  const acknowledged: string[] = [];

  async function changes(body: object) {
    return await call(url, 'POST', '/api/v1/changes', { headers, body });
  }

  async function push(to = conversation_id) {
    const message_id = randomUUID();
    const at = Date.now();
    const create = { parent_id: null, role: 'user', created_at: at, body: 'x'.repeat(length) };
    const answer = await changes({
      conversations: [{ conversation_id: to, created_at: at, fields: { leaf: [message_id, at] } }],
      messages: [{ message_id, conversation_id: to, create }],
    });
    if (answer.status === 200 && to === conversation_id) acknowledged.push(message_id);
    return answer;
  }

  const read = (path: string) => call(url, 'GET', path, { headers });

  await push(other);
  return {
    push,
    acknowledged: () => acknowledged.length,
    async mustPush() {
      const { status, body } = await push();
      must(status === 200, `A push with room for it was answered ${status}: ${JSON.stringify(body)}`);
    },
    /** Permanently deletes another conversation. */
    async delete() {
      const erased = { conversation_id: other, created_at: 1, fields: { erased: [true, Date.now()] } };
      return (await changes({ conversations: [erased], messages: [] })).status;
    },
    async mustGoOn() {
      const { status } = await signIn(url, name);
      must(status === 200, `Signing in was answered ${status}.`);
      const tail = await read(`/api/v1/conversations/${conversation_id}?tail=10`);
      must(tail.status === 200, `Reading was answered ${tail.status}.`);
    },
    async mustHoldAll() {
      const held = new Set<string>();
      for (let after: string | null = '0'; after !== null; ) {
        const { body } = await read(`/api/v1/conversations/${conversation_id}/messages?after=${after}`);
        for (const { message_id } of body.messages as { message_id: string }[]) held.add(message_id);
        after = body.next as string | null;
      }
      const lost = acknowledged.filter((id) => !held.has(id));
      must(lost.length === 0, `${lost.length} of ${acknowledged.length} acknowledged messages are gone.`);
    },
  };
}
