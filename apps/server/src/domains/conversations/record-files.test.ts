import { randomBytes } from 'node:crypto';
import { newId } from '@polylogue/sync';
import { describe, expect, test } from 'vitest';
import { serviceDatabases } from '../../testing/databases.ts';
import { startWithPeople } from '../../testing/people.ts';
import { eventually } from '../../testing/server.ts';
import { multipart, multipartType } from '../../testing/upload.ts';
import { browser } from './testing.ts';

const day = 24 * 60 * 60 * 1000;
const bytes = randomBytes(2_000);

describe.each(serviceDatabases)('files of folders, on %s', (dialect) => {
  async function start() {
    const server = await startWithPeople(dialect);
    const person = async (name: string) => hands((await server.signUp(name)).access_token);

    function hands(token: string) {
      const own = browser(server, token);
      const authorization = `Bearer ${token}`;
      const address = (id: string) => `${server.url}/api/v1/records/${id}/file`;
      return {
        ...own,
        token,
        write: (record_id: string, values: Record<string, unknown>) => {
          const fields = Object.entries(values).map(([name, value]) => [name, [value, server.now()]]);
          return own.push({
            records: [{ kind: 'file', record_id, fields: Object.fromEntries(fields) }],
          });
        },
        async keep(id: string) {
          const sent = { name: 'manual.pdf', type: 'application/pdf', bytes };
          const body = new Uint8Array(multipart(sent));
          const headers = { 'content-type': multipartType, authorization };
          return (await fetch(address(id), { method: 'PUT', headers, body })).status;
        },
        async read(id: string) {
          const response = await fetch(address(id), { headers: { authorization } });
          return { status: response.status, bytes: Buffer.from(await response.arrayBuffer()) };
        },
        used: async () =>
          ((await server.call('GET', '/api/v1/user/me/files', { token })).body as { used?: number }).used,
      };
    }
    return { ...server, hands, person, ada: await person('ada') };
  }

  test('the file of a folder is on all devices of its owner, counted, and read by no one else [FOLDER-03]', async () => {
    const { ada, person } = await start();
    const id = newId();
    expect(await ada.keep(id)).toBe(404);
    await ada.write(id, { name: 'manual.pdf', folder: newId(), media_type: 'application/pdf', size: 2_000 });
    expect((await ada.read(id)).status).toBe(404);
    expect([await ada.keep(id), await ada.keep(id)]).toEqual([200, 200]);
    expect((await ada.read(id)).bytes).toEqual(bytes);
    expect(await ada.used()).toBe(2_000);
    const bob = await person('bob');
    expect([await bob.keep(id), (await bob.read(id)).status]).toEqual([404, 404]);
  });

  test('the content of a deleted file stays for a day, in which deleting is undone, and then goes [FOLDER-03]', async () => {
    const { ada, hands, signIn, pass } = await start();
    const [gone, undone] = [newId(), newId()];
    for (const id of [gone, undone]) {
      await ada.write(id, { name: 'manual.pdf' });
      await ada.keep(id);
      pass(1);
      await ada.write(id, { name: null, deleted: true });
    }
    pass(1_000);
    await ada.write(undone, { name: 'manual.pdf', deleted: false });
    expect((await ada.read(gone)).status).toBe(200);
    expect(await ada.keep(gone)).toBe(404);
    pass(day);
    const later = hands((await signIn('ada')).body.access_token);
    await eventually(async () => expect((await later.read(gone)).status).toBe(404));
    expect((await later.read(undone)).bytes).toEqual(bytes);
    await later.write(undone, { name: null, deleted: true });
    pass(day);
    const last = hands((await signIn('ada')).body.access_token);
    await eventually(async () => expect(await last.used()).toBe(0));
  });

  test('the content of a file that was deleted twice stays for a day after the second time [FOLDER-03]', async () => {
    const { ada, hands, signIn, pass } = await start();
    const after = async (ms: number) => {
      pass(ms);
      return hands((await signIn('ada')).body.access_token);
    };
    const [id, other] = [newId(), newId()];
    for (const one of [id, other]) {
      await ada.write(one, { name: 'manual.pdf' });
      await ada.keep(one);
      pass(1);
      await ada.write(one, { name: null, deleted: true });
    }
    await (await after(day / 2)).write(id, { name: 'manual.pdf', deleted: false });
    await (await after(day / 4)).write(id, { name: null, deleted: true });
    const later = await after(day / 2);
    await eventually(async () => expect((await later.read(other)).status).toBe(404));
    await later.write(id, { name: 'manual.pdf', deleted: false });
    expect((await later.read(id)).bytes).toEqual(bytes);
    await later.write(id, { name: null, deleted: true });
    const last = await after(day);
    await eventually(async () => expect(await last.used()).toBe(0));
  });
});
