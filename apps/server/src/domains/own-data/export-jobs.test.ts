import { createReadStream } from 'node:fs';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { accounts } from '../../accounts.ts';
import type { Database } from '../../platform/database/database.ts';
import { type Disk, realDisk } from '../../platform/files/disk.ts';
import { folderStore } from '../../platform/files/folder-store.ts';
import { jobQueue } from '../../platform/jobs/queue.ts';
import { jobRunner } from '../../platform/jobs/runner.ts';
import type { SendMail } from '../../platform/mail/send-mail.ts';
import { databases, freshDatabase, freshPlace } from '../../testing/databases.ts';
import { eventually } from '../../testing/server.ts';
import { unzipped } from '../../testing/unzip.ts';
import { mailLimits } from '../auth/mail-limits.ts';
import { dataExports } from './data-exports.ts';
import type { PersonalDataSource } from './personal-data-source.ts';

const ada = 'ada';
const proved = { user_id: ada, hashed_password: '' };
const hour = 60 * 60 * 1000;
const opens = (path: string) => async () => createReadStream(path);
const ids = async () => [];
const never = new AbortController().signal;

function usersOf(database: Database, now: () => number) {
  const rest = { origin: () => '', signup: 'open', isChallenged: false, sendMail: async () => {} } as const;
  return accounts({ database, now, ...rest }).users;
}

/** Ada, her sources, and copies that are made when the test says so. */
async function exportFixture(sources: Partial<PersonalDataSource>[], disk: Disk = realDisk) {
  const database = await freshDatabase('sqlite');
  const { dataDir } = await freshPlace('sqlite');
  let time = Date.now();
  const now = () => time;
  const users = usersOf(database, now);
  const account = { user_id: ada, username: ada, username_canonical: ada, hashed_password: '' };
  const email = 'ada@example.com';
  await users.add({ ...account, email, email_canonical: email, created_at: now() }, database.db);
  const jobs: string[] = [];
  const sendMail = vi.fn<SendMail>(async () => {});
  const folder = join(dataDir, 'exports');
  const made = dataExports({
    database,
    users,
    auth: { mailLimits: mailLimits(now) },
    sources: sources.map((source) => ({
      name: 'source',
      collect: async () => ({}),
      forget: async () => {},
      ...source,
    })),
    store: folderStore(folder),
    folder,
    disk,
    jobs: { add: async (_, __, payload) => String(jobs.push((payload as { exportId: string }).exportId)) },
    sendMail,
    origin: () => 'https://chat.example.com',
    now,
  });
  return {
    ...made,
    database,
    folder,
    sendMail,
    storedFiles: () => readdir(folder).catch(() => []),
    /** Runs the newest job. */
    work: (attempt = 1, signal = never) =>
      made.jobHandlers.copy.work({ exportId: jobs.at(-1) }, { jobId: 'x', attempt, signal }),
    advance(ms: number) {
      time += ms;
    },
  };
}

/** A source that reports when it is called, and returns when the test says so. */
function slowSource() {
  const { promise: isCalled, resolve: called } = Promise.withResolvers<void>();
  const { promise: mayReturn, resolve: answer } = Promise.withResolvers<void>();
  const source: Partial<PersonalDataSource> = {
    async collect() {
      called();
      await mayReturn;
      return { thing: 1 };
    },
  };
  return { source, isCalled, answer };
}

test('an interrupted attempt leaves nothing, and the next makes the whole copy', async () => {
  const { source, isCalled, answer } = slowSource();
  const { begin, state, work, storedFiles, sendMail, folder } = await exportFixture([source]);
  await begin(proved);
  const stop = new AbortController();
  const broken = work(1, stop.signal);
  await isCalled;
  stop.abort(new Error('The process stops.'));
  await expect(broken).rejects.toThrow('The process stops.');
  expect(await storedFiles()).toEqual([]);
  expect(await state(ada)).toMatchObject({ state: 'working' });

  answer();
  await work(2);
  expect(await state(ada)).toMatchObject({ state: 'ready', progress: 1 });
  expect(sendMail).toHaveBeenCalledOnce();
  const [zip = ''] = await storedFiles();
  expect(Object.keys(await unzipped(join(folder, zip)))).toEqual([
    'thing.json',
    'README.txt',
    'file-paths.json',
  ]);
  // Running a job twice has the same result as once.
  await work(3);
  expect(sendMail).toHaveBeenCalledOnce();
});

test('the last attempt at a copy that stops with the server is made again', async () => {
  const { source, isCalled } = slowSource();
  const { begin, state, work, sendMail } = await exportFixture([source]);
  await begin(proved);
  const stop = new AbortController();
  const broken = work(5, stop.signal);
  await isCalled;
  stop.abort(new Error('The process stops.'));
  await expect(broken).rejects.toThrow('The process stops.');
  expect(await state(ada)).toMatchObject({ state: 'working' });
  expect(sendMail).not.toHaveBeenCalled();
});

test('texts are read piece by piece, get unique names, and are counted in advance', async () => {
  const room: Partial<PersonalDataSource> = {
    collect: async () => ({ thing: 1 }),
    async *texts() {
      for (const text of ['one', 'two']) {
        yield { name: 'talks/Hello.json', text: `["${text}"` };
        yield { more: ']' };
        yield { name: 'talks/Hello.md', text };
      }
      yield { name: 'things.json', text: '[]' };
    },
    textBytes: async () => 1_000,
  };
  const disk = { bsize: 1, blocks: 20_000, bavail: 1_900 };
  const { begin, work, storedFiles, folder } = await exportFixture([room], async () => disk);
  await expect(begin(proved)).rejects.toMatchObject({ refusal: 'no-room' });
  disk.bavail = 100_000;
  await begin(proved);
  await work();
  const [zip = ''] = await storedFiles();
  const { 'README.txt': about, ...files } = await unzipped(join(folder, zip));
  expect(Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, bytes.toString()]))).toEqual({
    'thing.json': '1\n',
    'talks/Hello.json': '["one"]',
    'talks/Hello.md': 'one',
    'talks/Hello (2).json': '["two"]',
    'talks/Hello (2).md': 'two',
    'things.json': '[]',
    'file-paths.json': '[]\n',
  });
  expect(about?.toString()).toMatch(/^ +thing\.json$.^ +things\.json$/ms);
});

test('a stopping process waits until its unfinished copy is removed', async () => {
  const { dataDir } = await freshPlace('sqlite');
  const path = join(dataDir, 'large');
  await writeFile(path, Buffer.alloc(1_000_000));
  const endless: Partial<PersonalDataSource> = {
    async *files() {
      for (let count = 0; ; count += 1)
        yield { name: `files/${count}`, open: opens(path), size: 1_000_000, ids };
    },
  };
  // The disk is checked when the copy is requested, and again before writing.
  let looks = 0;
  const source: Partial<PersonalDataSource> = {
    async *files() {
      looks += 1;
      if (looks === 3) yield* endless.files?.(ada) ?? [];
    },
  };
  const { begin, jobHandlers: works, storedFiles, database } = await exportFixture([source]);
  await begin(proved);
  const { export_id: exportId } = await database.db
    .selectFrom('exports')
    .selectAll()
    .executeTakeFirstOrThrow();
  const queue = jobQueue(database, Date.now);
  await queue.add(database.db, 'copy', { exportId });
  const runner = jobRunner({ database, queue, handlers: works, now: Date.now, log: () => {} });
  runner.start();
  await eventually(async () => expect(await storedFiles()).toEqual([`${exportId}.zip.part`]));
  await runner.stop();
  expect(await storedFiles()).toEqual([]);
});

test('files that a killed process left half written are removed', async () => {
  const { begin, work, sweep, storedFiles, folder, state, database } = await exportFixture([{}]);
  await begin(proved);
  const { export_id } = await database.db.selectFrom('exports').selectAll().executeTakeFirstOrThrow();
  await writeFile(join(folder, `${export_id}.zip.part`), 'half');
  await sweep();
  expect(await storedFiles()).toEqual([]);
  await writeFile(join(folder, `${export_id}.zip.part`), 'half');
  await work(2);
  expect(await state(ada)).toMatchObject({ state: 'ready' });
  expect(await storedFiles()).toEqual([`${export_id}.zip`]);
});

describe.each([
  [
    'replaced by another',
    async ({ begin }: Awaited<ReturnType<typeof exportFixture>>) => void (await begin(proved)),
  ],
  [
    'deleted with its owner',
    async ({ source }: Awaited<ReturnType<typeof exportFixture>>) => source.forget(ada),
  ],
])('a copy that is %s while it is being made', (_, end) => {
  test('is aborted immediately, and leaves nothing', async () => {
    const { source, isCalled } = slowSource();
    const fixture = await exportFixture([source]);
    await fixture.begin(proved);
    const making = fixture.work();
    await isCalled;
    await end(fixture);
    await making;
    expect(await fixture.storedFiles()).toEqual([]);
    expect(fixture.sendMail).not.toHaveBeenCalled();
  });

  test('is soon aborted on another node, and leaves nothing', async () => {
    const { source, isCalled } = slowSource();
    const fixture = await exportFixture([source]);
    await fixture.begin(proved);
    const making = fixture.work();
    await isCalled;
    await fixture.database.db.deleteFrom('exports').execute();
    await making;
    expect(await fixture.storedFiles()).toEqual([]);
  });
});

test('its progress can be seen from every node', async () => {
  const { promise: mayGoOn, resolve: goOn } = Promise.withResolvers<void>();
  const place = await freshPlace('sqlite');
  const path = join(place.dataDir, 'a');
  await writeFile(path, Buffer.alloc(1_000_000));
  let looks = 0;
  const source: Partial<PersonalDataSource> = {
    async *files() {
      looks += 1;
      const isWritten = looks === 3;
      // A whole batch for the writing code, so that it has started.
      for (let count = 0; count < 100; count += 1)
        yield { name: `files/${count}`, open: opens(path), size: 1_000_000, ids };
      if (isWritten) await mayGoOn;
      for (let count = 0; count < 100; count += 1)
        yield { name: `more/${count}`, open: opens(path), size: 1_000_000, ids };
    },
  };
  const { begin, work, state } = await exportFixture([source]);
  await begin(proved);
  const making = work();
  await eventually(async () => {
    const { progress } = await state(ada);
    expect(progress).toBeGreaterThan(0.2);
    expect(progress).toBeLessThan(0.6);
  });
  goOn();
  await making;
  expect(await state(ada)).toMatchObject({ progress: 1, size: expect.any(Number) });
});

test('a copy that fails is tried five times, and then reported', async () => {
  const source: Partial<PersonalDataSource> = { collect: () => Promise.reject(new Error('no')) };
  const { begin, work, state, storedFiles, sendMail } = await exportFixture([source]);
  await begin(proved);
  for (const attempt of [1, 2, 3, 4]) await expect(work(attempt)).rejects.toThrow('no');
  expect(await state(ada)).toMatchObject({ state: 'working' });
  expect(sendMail).not.toHaveBeenCalled();
  await work(5);
  expect(await state(ada)).toMatchObject({ state: 'failed', failure: null, url: null });
  expect(sendMail).toHaveBeenCalledOnce();
  expect(await storedFiles()).toEqual([]);
});

test('a copy during which the process died five times is reported, not tried again', async () => {
  const collect = vi.fn(async () => ({}));
  const { begin, work, state, sendMail } = await exportFixture([{ collect }]);
  await begin(proved);
  await work(6);
  expect(collect).not.toHaveBeenCalled();
  expect(await state(ada)).toMatchObject({ state: 'failed', failure: null });
  expect(sendMail).toHaveBeenCalledOnce();
});

describe('on a small disk', () => {
  const size = 100_000;

  /** A disk with a twentieth reserved from uploads and half as much again from copies, and a person with one file. */
  async function small() {
    const reserve = 1_000_000;
    const disk = { bsize: 1, blocks: 20 * reserve, bavail: 1.5 * (reserve + size) };
    const place = await freshPlace('sqlite');
    const path = join(place.dataDir, 'file');
    await writeFile(path, Buffer.alloc(size));
    const source: Partial<PersonalDataSource> = {
      async *files() {
        yield { name: 'files/file.png', open: opens(path), size, ids };
      },
    };
    return { ...(await exportFixture([source], async () => disk)), disk };
  }

  test('a copy that would use the space left for others is refused, and the previous one stays [CHECK-54]', async () => {
    const { begin, work, state, storedFiles, disk } = await small();
    await begin(proved);
    await work();
    const before = await state(ada);
    expect(before).toMatchObject({ state: 'ready' });
    disk.bavail -= 2 * size;
    await expect(begin(proved)).rejects.toMatchObject({
      refusal: 'no-room',
      status: 507,
      message: 'The server has no storage left for a copy of your data. Try again later.',
    });
    expect(await state(ada)).toEqual(before);
    expect(await storedFiles()).toHaveLength(1);
    // The previous copy's room is free for the next.
    disk.bavail += size;
    expect(await begin(proved)).toMatchObject({ state: 'working' });
  });

  test('if space runs out meanwhile, it ends immediately, with a sentence on the page and by mail', async () => {
    const { begin, work, state, storedFiles, disk, sendMail } = await small();
    await begin(proved);
    disk.bavail = 0;
    await work(1);
    const sentence = 'The server has no storage left for a copy of your data. Try again later.';
    expect(await state(ada)).toMatchObject({ state: 'failed', failure: sentence, url: null, size: null });
    expect(await storedFiles()).toEqual([]);
    const [, mail] = sendMail.mock.lastCall ?? [];
    expect(mail).toMatchObject({ to: 'ada@example.com', subject: 'Your data could not be copied' });
    expect(mail?.text).toContain(sentence);
    expect(mail?.text).toContain('https://chat.example.com/settings/data');
  });
});

test('copies are deleted after a day, and bytes without a copy at the next sweep', async () => {
  const { begin, work, sweep, storedFiles, folder, advance, database } = await exportFixture([{}]);
  await begin(proved);
  await work();
  await writeFile(join(folder, 'nobodys.zip'), 'x');
  await sweep();
  expect(await storedFiles()).toHaveLength(1);
  advance(24 * hour);
  await sweep();
  expect(await storedFiles()).toEqual([]);
  expect(await database.db.selectFrom('exports').selectAll().execute()).toEqual([]);
});

test.each(databases)('names of people who left are free again after 90 days on %s', async (dialect) => {
  const database = await freshDatabase(dialect);
  let time = Date.now();
  const names = usersOf(database, () => time).deletion;
  const [hash = '', address = ''] = await names.hashes('ada', 'ada@example.com');
  await database.transaction((trx) => names.anonymize('nobody', [hash, address], trx));
  expect(await names.isRetired('ada')).toBe(true);
  expect(await names.isRetired('bob', 'ada@example.com')).toBe(true);
  expect(await names.isRetired('bob')).toBe(false);
  await database.transaction((trx) => names.remove('nobody', address, trx));
  expect(await names.isRetired('ada@example.com')).toBe(false);
  time += 90 * 24 * hour;
  expect(await names.isRetired('ada')).toBe(false);
  await names.forgetRetired();
  const rows = await database.db.selectFrom('retired_names').selectAll().execute();
  expect(rows).toEqual([]);
});
