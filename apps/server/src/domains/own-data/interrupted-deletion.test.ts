import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { newId } from '@polylogue/sync';
import type { KyselyPlugin } from 'kysely';
import { describe, expect, test } from 'vitest';
import { accounts } from '../../accounts.ts';
import type { Database } from '../../platform/database/database.ts';
import { folderStore } from '../../platform/files/folder-store.ts';
import { jobQueue } from '../../platform/jobs/queue.ts';
import type { Mail } from '../../platform/mail/mail.ts';
import { sendMailVia } from '../../platform/mail/send-mail.ts';
import { fillWithCanaries, foundInTables, newCanary } from '../../testing/canaries.ts';
import { freshDatabase, freshPlace, serviceDatabases } from '../../testing/databases.ts';
import { personalData } from '../conversations/personal-data.ts';
import { friendService } from '../friends/service.ts';
import { reportService } from '../reports/service.ts';
import { commands } from '../spaces/core/command.ts';
import { personalData as spacesData } from '../spaces/personal-data/personal-data.ts';
import type { PersonalDataSource } from './personal-data-source.ts';
import { ownDataService } from './service.ts';

/** The same database, but the process is killed at a query, counted from 1 once it is `armed`. */
function dyingAt(database: Database, query: number) {
  const count = { queries: 0, isAlive: true, isArmed: false };
  const plugin: KyselyPlugin = {
    transformQuery({ node }) {
      if (!count.isArmed) return node;
      count.queries += 1;
      if (count.queries >= query) count.isAlive = false;
      if (!count.isAlive) throw new Error('killed');
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  const dying: Database = {
    ...database,
    db: database.db.withPlugin(plugin),
    transaction: (work) => database.transaction((trx) => work(trx.withPlugin(plugin) as typeof trx)),
  };
  return { dying, count };
}

/** The parts of a server needed to delete an account. */
function serverOn(database: Database, folder: string, extra: PersonalDataSource) {
  const now = Date.now;
  const origin = () => 'https://chat.example.com';
  const jobs = jobQueue(database, now);
  const sendMail = sendMailVia(jobs, now);
  const people = accounts({ database, sendMail, origin, signup: 'open', isChallenged: false, now });
  const { users } = people;
  const friends = friendService({
    blocksChanged: () => {},
    requestsChanged: () => {},
    database,
    users,
    origin,
    now,
  });
  const reports = reportService({
    database,
    users,
    blocks: friends.blocks,
    inSpace: async () => ({ userId: '' }),
    now,
  });
  const inSpaces = spacesData({
    database,
    commands: commands({ database, changed: () => {}, rightsChanged: () => {}, stopTurns: () => {}, now }),
    working: { works: async () => false, to: async () => [] },
    blockedAmong: async () => new Set(),
  });
  const sources = [extra, inSpaces, personalData({ database }), friends.personalData, reports.personalData];
  const store = folderStore(folder);
  const own = ownDataService({
    database,
    ...people,
    sources,
    store,
    folder,
    jobs,
    sendMail,
    origin,
    now,
  });
  return { users, own };
}

async function account({ users }: ReturnType<typeof serverOn>, database: Database) {
  const user_id = newId();
  const name = `u${user_id.replaceAll('-', '').slice(-20)}`;
  await users.add(
    {
      user_id,
      username: name,
      username_canonical: name,
      email: `${name}@example.com`,
      email_canonical: `${name}@example.com`,
      hashed_password: '',
      created_at: Date.now(),
    },
    database.db,
  );
  return user_id;
}

const attempt = { jobId: 'x', attempt: 1, signal: new AbortController().signal };

describe.each(serviceDatabases)('on %s', (dialect) => {
  test('wherever the process is killed, the next one completes the work [CHECK-51]', {
    timeout: 120_000,
  }, async () => {
    const database = await freshDatabase(dialect);
    const { dataDir: folder } = await freshPlace('sqlite');
    const drawer = join(folder, 'drawer');
    await mkdir(drawer);
    // A source with files for rows.
    const extra: PersonalDataSource = {
      name: 'drawer',
      collect: async () => ({}),
      async forget(userId) {
        await rm(join(drawer, userId), { force: true });
      },
      holds: async (userId) => (await readdir(drawer)).includes(userId),
    };
    const healthy = serverOn(database, folder, extra);
    let queries = 0;
    for (let isThrough = false; !isThrough; queries += 1) {
      const [ada, bob] = [await account(healthy, database), await account(healthy, database)];
      const canary = newCanary();
      await fillWithCanaries(database, ada, bob, canary);
      await database.db.deleteFrom('images').where('owner_id', 'is not', null).execute();
      await database.db.deleteFrom('files').where('owner_id', 'is not', null).execute();
      await writeFile(join(drawer, ada), canary);

      await healthy.own.deleteAccount(ada);
      const { dying, count } = dyingAt(database, queries + 1);
      const { departure } = serverOn(dying, folder, extra).own.jobHandlers;
      count.isArmed = true;
      await departure
        .work({ userId: ada }, attempt)
        .catch((error: Error) => expect(error.message).toBe('killed'));
      isThrough = count.isAlive;
      await healthy.own.jobHandlers.departure.work({ userId: ada }, attempt);

      expect(await readdir(drawer)).not.toContain(ada);
      const waiting = await database.db.selectFrom('jobs').selectAll().where('kind', '=', 'mail').execute();
      const mails = waiting.map(({ payload }) => JSON.parse(payload) as Mail);
      expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
        [`${canary}@example.com`, 'Your account is deleted'],
      ]);
      await database.db.deleteFrom('jobs').execute();
      expect(await foundInTables(database.db, [canary, ada])).toEqual({});
    }
    // Otherwise nothing was killed.
    expect(queries).toBeGreaterThan(8);
  });

  test('deleting an account is all or nothing', async () => {
    const database = await freshDatabase(dialect);
    const { dataDir: folder } = await freshPlace('sqlite');
    const extra: PersonalDataSource = { name: 'none', collect: async () => ({}), forget: async () => {} };
    const healthy = serverOn(database, folder, extra);
    const ada = await account(healthy, database);
    await healthy.users.deletion.isRetired('somebody');
    const before = await healthy.users.account(ada);
    for (let queries = 1; ; queries += 1) {
      const { dying, count } = dyingAt(database, queries);
      const { own } = serverOn(dying, folder, extra);
      count.isArmed = true;
      await own.deleteAccount(ada).catch((error: Error) => expect(error.message).toBe('killed'));
      if (count.isAlive) break;
      expect(await healthy.users.account(ada)).toEqual(before);
      expect(await database.db.selectFrom('departures').selectAll().execute()).toEqual([]);
      expect(await database.db.selectFrom('jobs').selectAll().execute()).toEqual([]);
    }
    expect(await healthy.users.account(ada)).toMatchObject({ username: ada, hashed_password: '' });
  });

  test('a job that was given up is resumed', async () => {
    const database = await freshDatabase(dialect);
    const { dataDir: folder } = await freshPlace('sqlite');
    const extra: PersonalDataSource = { name: 'none', collect: async () => ({}), forget: async () => {} };
    const server = serverOn(database, folder, extra);
    const ada = await account(server, database);
    await server.own.deleteAccount(ada);
    await database.db.deleteFrom('jobs').execute();
    await server.own.sweep();
    const jobs = await database.db.selectFrom('jobs').select(['kind', 'payload']).execute();
    expect(jobs).toEqual([{ kind: 'departure', payload: JSON.stringify({ userId: ada }) }]);
  });

  test('data that arrives during the deletion is removed before the account is', async () => {
    const database = await freshDatabase(dialect);
    const { dataDir: folder } = await freshPlace('sqlite');
    let late = 1;
    const extra: PersonalDataSource = {
      name: 'late',
      collect: async () => ({}),
      forget: async () => {},
      holds: async () => {
        late -= 1;
        return late >= 0;
      },
    };
    const server = serverOn(database, folder, extra);
    const ada = await account(server, database);
    await server.own.deleteAccount(ada);
    const { departure } = server.own.jobHandlers;
    await expect(departure.work({ userId: ada }, attempt)).rejects.toMatchObject({ code: 'not-empty' });
    expect(await server.users.account(ada)).toBeDefined();
    await departure.work({ userId: ada }, attempt);
    expect(await server.users.account(ada)).toBeUndefined();
  });
});
