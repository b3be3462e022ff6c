import { randomBytes } from 'node:crypto';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { OwnFiles } from '@polylogue/contract';
import { newId } from '@polylogue/sync';
import { describe, expect, test } from 'vitest';
import { serviceDatabases } from '../../testing/databases.ts';
import { password, startWithPeople } from '../../testing/people.ts';
import { eventually } from '../../testing/server.ts';
import { unzipped } from '../../testing/unzip.ts';
import { multipart, multipartType, type Sent } from '../../testing/upload.ts';
import { memberLimits } from '../files/policy.ts';
import { browser, created } from './testing.ts';

const day = 24 * 60 * 60 * 1000;
const picture: Sent = { name: 'cat.png', type: 'image/png', bytes: randomBytes(2_000) };

describe.each(serviceDatabases)('files that messages carry, on %s', (dialect) => {
  async function start(deps: Parameters<typeof startWithPeople>[1] = {}) {
    const server = await startWithPeople(dialect, deps);
    const { url, call, place } = server;

    const person = async (name: string) => hands((await server.signUp(name)).access_token);

    function hands(token: string) {
      const own = browser(server, token);
      const authorization = `Bearer ${token}`;
      const path = (message: string, at: number) => `/api/v1/messages/${message}/files/${at}`;
      async function put(path: string, sent: Sent) {
        const response = await fetch(url + path, {
          method: 'PUT',
          headers: { 'content-type': multipartType, authorization },
          body: new Uint8Array(multipart(sent)),
        });
        return { status: response.status, body: (await response.json()) as { message?: string } };
      }
      return {
        ...own,
        token,

        /** A question with this many files, in a separate conversation unless one is given. */
        async askWith(files: number, conversation = newId()) {
          const message = newId();
          const named = Array.from({ length: files }, (_, at) => ({
            name: `${at}.png`,
            media_type: 'image/png',
            size: 2_000,
          }));
          await own.push({
            conversations: [{ conversation_id: conversation, created_at: server.now(), fields: {} }],
            messages: [
              {
                ...created(message, conversation, 'user', 'Look', server.now(), null),
                details: { files: named },
              },
            ],
          });
          return { conversation, message };
        },

        keep: (message: string, at: number, sent: Sent = picture) => put(path(message, at), sent),
        keepOfRecord: (id: string, sent: Sent) => put(`/api/v1/records/${id}/file`, sent),
        async read(message: string, at = 0) {
          const response = await fetch(url + path(message, at), { headers: { authorization } });
          return { status: response.status, headers: response.headers, bytes: await response.arrayBuffer() };
        },
        async files() {
          return (await call('GET', '/api/v1/user/me/files', { token })).body as unknown as OwnFiles;
        },
      };
    }

    /** The copy of an account's data. */
    async function copied(token: string) {
      await call('POST', '/api/v1/user/me/export', { token, body: { current_password: password } });
      let copy = { url: '' };
      await eventually(async () => {
        const { body } = await call('GET', '/api/v1/user/me/export', { token });
        expect(body).toMatchObject({ state: 'ready' });
        copy = body as unknown as typeof copy;
      });
      const response = await fetch(url + new URL(copy.url).pathname);
      return Buffer.from(await response.arrayBuffer());
    }

    const onDisk = () => readdir(join(place.dataDir, 'files'));
    const set = (who: Awaited<ReturnType<typeof person>>, conversation_id: string, fields: object) =>
      who.push({ conversations: [{ conversation_id, created_at: server.now(), fields }] });
    return { ...server, person, hands, copied, onDisk, set, ada: await person('ada') };
  }

  test('a file sent by one device can be read by the owner’s other devices, byte for byte, and by no one else', async () => {
    const { ada, person, url, onDisk } = await start();
    const { message } = await ada.askWith(1);
    expect(await ada.read(message)).toMatchObject({ status: 404 });
    expect(await ada.keep(message, 0)).toMatchObject({ status: 200 });
    const read = await ada.read(message);
    expect(Buffer.from(read.bytes)).toEqual(picture.bytes);
    expect(read.headers.get('content-type')).toBe('image/png');
    expect(read.headers.get('cache-control')).toBe('no-store');
    expect(read.headers.get('content-disposition')).toMatch(/^attachment/);
    expect(read.headers.get('content-security-policy')).toContain('sandbox');

    const bob = await person('bob');
    expect((await bob.read(message)).status).toBe(404);
    expect((await bob.keep(message, 0)).status).toBe(404);
    expect((await fetch(`${url}/api/v1/messages/${message}/files/0`)).status).toBe(401);
    // Nor is it served at a public address.
    const [id] = await onDisk();
    expect((await fetch(`${url}/files/${id}`)).status).toBe(404);
  });

  test('a file counts towards its owner’s quota, is in no list, and is stored once however often it is sent', async () => {
    const { ada, onDisk, call } = await start();
    const { message, conversation } = await ada.askWith(2);
    const again = await ada.askWith(1, conversation);
    for (const [one, at] of [
      [message, 0],
      [message, 0],
      [message, 1],
      [again.message, 0],
    ] as const) {
      expect((await ada.keep(one, at)).status).toBe(200);
      expect((await ada.read(one, at)).bytes.byteLength).toBe(2_000);
    }
    expect(await ada.files()).toMatchObject({
      files: [],
      used: 2_000,
      in_conversations: 2_000,
      used_files: 1,
    });
    const [id, ...others] = await onDisk();
    expect(others).toEqual([]);
    const removed = await call('DELETE', `/api/v1/user/me/files?file_id=${id}`, { token: ada.token });
    expect(removed.status).toBe(404);
  });

  test('a file is deleted with the last message that carries it: after 30 days, or immediately if deleted permanently', async () => {
    const { ada, hands, signIn, set, now, pass } = await start();
    const one = await ada.askWith(1);
    const other = await ada.askWith(1);
    for (const { message } of [one, other]) await ada.keep(message, 0);
    await set(ada, one.conversation, { deleted: [true, now()] });
    pass(30 * day - 1);
    const later = hands((await signIn('ada')).body.access_token);
    const third = await later.askWith(0);
    expect((await later.read(one.message)).status).toBe(200);
    pass(1);
    // Permanently deleting anything triggers the search for what is due.
    await set(later, third.conversation, { erased: [true, now()] });
    await eventually(async () => expect((await later.read(one.message)).status).toBe(404));
    expect((await later.read(other.message)).status).toBe(200);
    await set(later, other.conversation, { erased: [true, now()] });
    await eventually(async () => expect(await later.files()).toMatchObject({ used: 0, used_files: 0 }));
    expect((await later.read(other.message)).status).toBe(404);
  });

  test('a file that is too large, or for which there is no room, is refused with a sentence and leaves nothing behind', async () => {
    const { ada, onDisk } = await start({
      memberLimits: { ...memberLimits, allBytes: 30_000, fileBytes: 25_000 },
    });
    const { message } = await ada.askWith(2);
    const sent = (size: number): Sent => ({ ...picture, bytes: randomBytes(size) });
    expect((await ada.keep(message, 0, sent(25_001))).status).toBe(413);
    expect((await ada.keep(message, 0, sent(20_000))).status).toBe(200);
    expect(await ada.keep(message, 1, sent(20_000))).toMatchObject({
      status: 429,
      body: { message: expect.stringContaining('There is not enough storage left for this file') },
    });
    expect(await onDisk()).toHaveLength(1);
  });

  test.each([
    ['a message that is not there', 0, () => newId()],
    ['a place at which the message has no file', 1, (message: string) => message],
  ])('nothing is stored for %s', async (_, at, of) => {
    const { ada, onDisk } = await start();
    const { message } = await ada.askWith(1);
    expect((await ada.keep(of(message), at)).status).toBe(404);
    expect(await onDisk()).toEqual([]);
  });

  test('the copy of an account’s data says which file is whose, though several have one name, or one has several', async () => {
    const { ada, copied, place, now } = await start();
    const [first, second] = [await ada.askWith(2), await ada.askWith(1)];
    const folderFile = newId();
    const fields = { name: ['notes.pdf', now()], folder: [newId(), now()] };
    await ada.push({ records: [{ kind: 'file', record_id: folderFile, fields }] });
    const pasted = { ...picture, name: 'image.png' };
    const other = { ...pasted, bytes: randomBytes(2_000) };
    const notes: Sent = { name: 'notes.pdf', type: 'application/pdf', bytes: randomBytes(3_000) };
    await ada.keep(first.message, 0, pasted);
    await ada.keep(first.message, 1, { ...notes, name: 'draft.pdf' });
    await ada.keep(second.message, 0, other);
    await ada.keepOfRecord(folderFile, notes);
    const path = join(place.dataDir, 'copy.zip');
    await writeFile(path, await copied(ada.token));
    const zip = await unzipped(path);
    const listed = JSON.parse(String(zip['file-paths.json']));
    const found = new Map(
      listed.map(({ id, place, path }: { id: string; place: number; path: string }) => [
        `${id} ${place}`,
        zip[path],
      ]),
    );
    expect(found).toEqual(
      new Map([
        [`${first.message} 0`, pasted.bytes],
        [`${first.message} 1`, notes.bytes],
        [`${second.message} 0`, other.bytes],
        [`${folderFile} 0`, notes.bytes],
      ]),
    );
    expect(String(zip['README.txt'])).toContain('file-paths.json');
  });

  test('files are included in the copy of an account’s data, and deleted with the account', async () => {
    const { ada, call, copied, database, onDisk } = await start();
    const { token } = ada;
    const { message } = await ada.askWith(1);
    await ada.keep(message, 0);
    const zip = await copied(token);
    expect(zip.includes('conversations/files/cat.png')).toBe(true);
    expect(zip.includes(picture.bytes)).toBe(true);
    const body = { current_password: password };
    expect((await call('POST', '/api/v1/user/me/deletion', { token, body })).status).toBe(200);
    const { db } = await database();
    await eventually(async () => {
      expect(await db.selectFrom('message_files').selectAll().execute()).toEqual([]);
      expect(await db.selectFrom('files').selectAll().execute()).toEqual([]);
    });
    expect(await onDisk()).toEqual([]);
  });
});
