import { createReadStream } from 'node:fs';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { accounts } from '../../accounts.ts';
import type { Database } from '../../platform/database/database.ts';
import { type Disk, itself } from '../../platform/files/disk.ts';
import { folderStore } from '../../platform/files/folder-store.ts';
import { jobQueue } from '../../platform/jobs/queue.ts';
import { jobRunner } from '../../platform/jobs/runner.ts';
import type { Post } from '../../platform/mail/post.ts';
import { databases, freshDatabase, freshPlace } from '../../testing/databases.ts';
import { eventually } from '../../testing/server.ts';
import { unzipped } from '../../testing/unzip.ts';
import { copies } from './copies.ts';
import type { PersonalDataSource } from './personal-data-source.ts';

const ada = 'ada';
const proved = { user_id: ada, hashed_password: '' };
const hour = 60 * 60 * 1000;
const opens = (path: string) => async () => createReadStream(path);
const never = new AbortController().signal;

function usersOf(database: Database, now: () => number) {
  const rest = { origin: () => '', signup: 'open', isChallenged: false, post: async () => {} } as const;
  return accounts({ database, now, ...rest }).users;
}

/** Ada, her sources, and copies that are made when the test says so. */
async function workshop(sources: Partial<PersonalDataSource>[], disk: Disk = itself) {
  const database = await freshDatabase('sqlite');
  const { dataDir } = await freshPlace('sqlite');
  let time = Date.now();
  const now = () => time;
  const users = usersOf(database, now);
  const account = { user_id: ada, username: ada, username_canonical: ada, hashed_password: '' };
  const email = 'ada@example.com';
  await users.add({ ...account, email, email_canonical: email, created_at: now() }, database.db);
  const jobs: string[] = [];
  const post = vi.fn<Post>(async () => {});
  const folder = join(dataDir, 'exports');
  const made = copies({
    database,
    users,
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
    post,
    origin: () => 'https://chat.example.com',
    now,
  });
  return {
    ...made,
    database,
    folder,
    post,
    lie: () => readdir(folder).catch(() => []),
    /** Runs the newest job. */
    work: (attempt = 1, signal = never) =>
      made.jobHandlers.copy.work({ exportId: jobs.at(-1) }, { jobId: 'x', attempt, signal }),
    pass(ms: number) {
      time += ms;
    },
  };
}

/** A source that reports when it is called, and answers when told to. */
function slowSource() {
  const { promise: isAsked, resolve: asked } = Promise.withResolvers<void>();
  const { promise: mayAnswer, resolve: answer } = Promise.withResolvers<void>();
  const source: Partial<PersonalDataSource> = {
    async collect() {
      asked();
      await mayAnswer;
      return { thing: 1 };
    },
  };
  return { source, isAsked, answer };
}

test('an interrupted attempt leaves nothing, and the next makes the whole copy', async () => {
  const { source, isAsked, answer } = slowSource();
  const { begin, state, work, lie, post, folder } = await workshop([source]);
  await begin(proved);
  const stop = new AbortController();
  const broken = work(1, stop.signal);
  await isAsked;
  stop.abort(new Error('The process stops.'));
  await expect(broken).rejects.toThrow('The process stops.');
  expect(await lie()).toEqual([]);
  expect(await state(ada)).toMatchObject({ state: 'working' });

  answer();
  await work(2);
  expect(await state(ada)).toMatchObject({ state: 'ready', progress: 1 });
  expect(post).toHaveBeenCalledOnce();
  const [zip = ''] = await lie();
  expect(Object.keys(await unzipped(join(folder, zip)))).toEqual(['thing.json', 'README.txt']);
  // Running a job twice has the same result as once.
  await work(3);
  expect(post).toHaveBeenCalledOnce();
});

test('texts come piece by piece, get unique names, and are counted in advance', async () => {
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
  const said = { bsize: 1, blocks: 20_000, bavail: 1_900 };
  const { begin, work, lie, folder } = await workshop([room], async () => said);
  await expect(begin(proved)).rejects.toMatchObject({ refusal: 'no-room' });
  said.bavail = 100_000;
  await begin(proved);
  await work();
  const [zip = ''] = await lie();
  const { 'README.txt': about, ...files } = await unzipped(join(folder, zip));
  expect(Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, bytes.toString()]))).toEqual({
    'thing.json': '1\n',
    'talks/Hello.json': '["one"]',
    'talks/Hello.md': 'one',
    'talks/Hello (2).json': '["two"]',
    'talks/Hello (2).md': 'two',
    'things.json': '[]',
  });
  expect(about?.toString()).toMatch(/^ +thing\.json$.^ +things\.json$/ms);
});

test('a stopping process waits until its unfinished copy is removed', async () => {
  const { dataDir } = await freshPlace('sqlite');
  const path = join(dataDir, 'large');
  await writeFile(path, Buffer.alloc(1_000_000));
  const endless: Partial<PersonalDataSource> = {
    async *files() {
      for (let count = 0; ; count += 1) yield { name: `files/${count}`, open: opens(path), size: 1_000_000 };
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
  const { begin, jobHandlers: works, lie, database } = await workshop([source]);
  await begin(proved);
  const { export_id: exportId } = await database.db
    .selectFrom('exports')
    .selectAll()
    .executeTakeFirstOrThrow();
  const queue = jobQueue(database, Date.now);
  await queue.add(database.db, 'copy', { exportId });
  const runner = jobRunner({ database, queue, handlers: works, now: Date.now, log: () => {} });
  runner.start();
  await eventually(async () => expect(await lie()).toEqual([`${exportId}.zip.part`]));
  await runner.stop();
  expect(await lie()).toEqual([]);
});

test('what a killed process left half written is removed', async () => {
  const { begin, work, sweep, lie, folder, state, database } = await workshop([{}]);
  await begin(proved);
  const { export_id } = await database.db.selectFrom('exports').selectAll().executeTakeFirstOrThrow();
  await writeFile(join(folder, `${export_id}.zip.part`), 'half');
  await sweep();
  expect(await lie()).toEqual([]);
  await writeFile(join(folder, `${export_id}.zip.part`), 'half');
  await work(2);
  expect(await state(ada)).toMatchObject({ state: 'ready' });
  expect(await lie()).toEqual([`${export_id}.zip`]);
});

describe.each([
  [
    'replaced by another',
    async ({ begin }: Awaited<ReturnType<typeof workshop>>) => void (await begin(proved)),
  ],
  ['gone with its owner', async ({ source }: Awaited<ReturnType<typeof workshop>>) => source.forget(ada)],
])('a copy that is %s while it is being made', (_, end) => {
  test('is aborted at once, and leaves nothing', async () => {
    const { source, isAsked } = slowSource();
    const shop = await workshop([source]);
    await shop.begin(proved);
    const making = shop.work();
    await isAsked;
    await end(shop);
    await making;
    expect(await shop.lie()).toEqual([]);
    expect(shop.post).not.toHaveBeenCalled();
  });

  test('is soon aborted on another node, and leaves nothing', async () => {
    const { source, isAsked } = slowSource();
    const shop = await workshop([source]);
    await shop.begin(proved);
    const making = shop.work();
    await isAsked;
    await shop.database.db.deleteFrom('exports').execute();
    await making;
    expect(await shop.lie()).toEqual([]);
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
        yield { name: `files/${count}`, open: opens(path), size: 1_000_000 };
      if (isWritten) await mayGoOn;
      for (let count = 0; count < 100; count += 1)
        yield { name: `more/${count}`, open: opens(path), size: 1_000_000 };
    },
  };
  const { begin, work, state } = await workshop([source]);
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
  const { begin, work, state, lie, post } = await workshop([source]);
  await begin(proved);
  for (const attempt of [1, 2, 3, 4]) await expect(work(attempt)).rejects.toThrow('no');
  expect(await state(ada)).toMatchObject({ state: 'working' });
  expect(post).not.toHaveBeenCalled();
  await work(5);
  expect(await state(ada)).toMatchObject({ state: 'failed', failure: null, url: null });
  expect(post).toHaveBeenCalledOnce();
  expect(await lie()).toEqual([]);
});

describe('on a small disk', () => {
  const size = 100_000;

  /** A disk with a twentieth reserved from uploads and half as much again from copies, and a person with one file. */
  async function small() {
    const reserve = 1_000_000;
    const said = { bsize: 1, blocks: 20 * reserve, bavail: 1.5 * (reserve + size) };
    const place = await freshPlace('sqlite');
    const path = join(place.dataDir, 'file');
    await writeFile(path, Buffer.alloc(size));
    const source: Partial<PersonalDataSource> = {
      async *files() {
        yield { name: 'files/file.png', open: opens(path), size };
      },
    };
    return { ...(await workshop([source], async () => said)), said };
  }

  test('a copy that would use the room left for others is refused, and the previous one stays', async () => {
    const { begin, work, state, lie, said } = await small();
    await begin(proved);
    await work();
    const before = await state(ada);
    expect(before).toMatchObject({ state: 'ready' });
    said.bavail -= 2 * size;
    await expect(begin(proved)).rejects.toMatchObject({
      refusal: 'no-room',
      status: 507,
      message: 'The server has no room left for a copy of your data. Please try again later.',
    });
    expect(await state(ada)).toEqual(before);
    expect(await lie()).toHaveLength(1);
    // The previous copy's room is free for the next.
    said.bavail += size;
    expect(await begin(proved)).toMatchObject({ state: 'working' });
  });

  test('if room runs out meanwhile, it ends at once, with a sentence on the page and by mail', async () => {
    const { begin, work, state, lie, said, post } = await small();
    await begin(proved);
    said.bavail = 0;
    await work(1);
    const sentence = 'The server has no room left for a copy of your data. Please try again later.';
    expect(await state(ada)).toMatchObject({ state: 'failed', failure: sentence, url: null, size: null });
    expect(await lie()).toEqual([]);
    const [, mail] = post.mock.lastCall ?? [];
    expect(mail).toMatchObject({ to: 'ada@example.com', subject: 'Your data could not be copied' });
    expect(mail?.text).toContain(sentence);
    expect(mail?.text).toContain('https://chat.example.com/settings/data');
  });
});

test('copies are deleted after a day, and bytes without a copy at the next sweep', async () => {
  const { begin, work, sweep, lie, folder, pass, database } = await workshop([{}]);
  await begin(proved);
  await work();
  await writeFile(join(folder, 'nobodys.zip'), 'x');
  await sweep();
  expect(await lie()).toHaveLength(1);
  pass(24 * hour);
  await sweep();
  expect(await lie()).toEqual([]);
  expect(await database.db.selectFrom('exports').selectAll().execute()).toEqual([]);
});

test.each(databases)('names of people who left are free again after 90 days on %s', async (dialect) => {
  const database = await freshDatabase(dialect);
  let time = Date.now();
  const names = usersOf(database, () => time).leaving;
  const [hash = '', address = ''] = await names.hashes('ada', 'ada@example.com');
  await database.transaction((trx) => names.vanish('nobody', [hash, address], trx));
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
