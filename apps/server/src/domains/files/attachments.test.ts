import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Database, openDatabase } from '../../platform/database/database.ts';
import { blobs } from '../../platform/files/blobs.ts';
import { databases, freshDatabase } from '../../testing/databases.ts';
import { afterwards } from '../../testing/lifetime.ts';
import { personRow } from '../../testing/person-row.ts';
import { proxiedPostgres } from '../../testing/postgres-proxy.ts';
import { memberLimits, visitorLimits } from './policy.ts';
import { fileService } from './service.ts';
import { fileStore } from './store.ts';

const ada = 'id-of-ada';
const person = personRow(ada, 'ada');

async function keeping(database: Database) {
  const folder = await mkdtemp(join(tmpdir(), 'polylogue-files-'));
  afterwards(() => rm(folder, { recursive: true, force: true }));
  const stored = await blobs(folder, ['thumbnail']);
  await database.db.insertInto('users').values(person).execute();
  const files = fileService({
    database,
    blobs: stored,
    store: fileStore(database.db),
    renderer: { render: () => Promise.reject(new Error('There are no pictures.')), close: async () => {} },
    visitorLimits,
    memberLimits,
    lock: async () => true,
    origin: () => 'http://polylogue.test',
    now: Date.now,
    warn: () => {},
  });
  const { attachments, upload } = files;
  const message = (place = 0) => ({ feed: 1, messageId: 'one', place });
  return {
    stored,
    lose: (id: string) => rm(join(folder, id)),
    attach: (text: string, place = 0) => attachments.store(ada, file(text), async () => message(place)),
    upload: (text: string) => upload(file(text), { address: 'a', userId: ada }),
    ids: async () => (await database.db.selectFrom('files').select('id').execute()).map(({ id }) => id),
    async read(place = 0) {
      const { open } = await attachments.read(message(place));
      return (await (await open()).toArray()).join('');
    },
  };
}

const file = (text: string) => ({
  name: 'note.txt',
  declaredType: 'text/plain',
  announced: undefined,
  isConnected: () => true,
  bytes: (async function* () {
    yield Buffer.from(text);
  })(),
});

describe.each(databases)('files attached to messages on %s', (dialect) => {
  test('a file whose bytes a restored backup lacks is there again, wherever it is attached, once it is sent again', async () => {
    const { attach, read, ids, lose } = await keeping(await freshDatabase(dialect));
    await attach('Hello', 0);
    await attach('Hello', 1);
    const [id = ''] = await ids();
    await lose(id);
    await expect(read()).rejects.toMatchObject({ refusal: 'not-found' });
    await attach('Hello', 1);
    expect(await read(0)).toBe('Hello');
    expect(await read(1)).toBe('Hello');
    expect(await ids()).toEqual([id]);
  });
});

describe.skipIf(!databases.includes('postgres'))('when PostgreSQL commits but its answer is lost', () => {
  async function losingCommits() {
    let isLosing = false;
    const url = await proxiedPostgres((bytes) => {
      if (!isLosing || !bytes.includes('COMMIT\0')) return bytes;
      isLosing = false;
      return undefined;
    });
    const database = await openDatabase({ url, dataDir: '', queryTimeout: 500 });
    afterwards(() => database.close());
    const kept = await keeping(database);
    isLosing = true;
    return kept;
  }

  test('the bytes of an attached file stay, and sending it again stores nothing more', async () => {
    const { attach, read, ids } = await losingCommits();
    await expect(attach('Hello')).rejects.toMatchObject({ refusal: 'not-ready' });
    await attach('Hello');
    expect(await read()).toBe('Hello');
    expect(await ids()).toHaveLength(1);
  });

  test('the bytes of an upload stay', async () => {
    const { upload, stored, ids } = await losingCommits();
    await expect(upload('Hello')).rejects.toMatchObject({ refusal: 'not-ready' });
    const [id = ''] = await ids();
    expect(await stored.find(id)).toMatchObject({ size: 5 });
  });
});
