import { newId } from '@polylogue/sync';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Database } from '../../platform/database/database.ts';
import { RefusedError } from '../../platform/http/refuse.ts';
import { jobQueue } from '../../platform/jobs/queue.ts';
import { databases, freshDatabase } from '../../testing/databases.ts';
import { blockedAmong, friendService, friendsAmong, relations } from '../friends/service.ts';
import { userService } from '../users/service.ts';
import { bytesOf } from './core/policy.ts';
import { spaceService } from './service.ts';

const names = ['olga', 'ada', 'ben', 'eve'] as const;
type Name = (typeof names)[number];
const guests = names.slice(1);

/** An action in a space. */
type Step =
  | { does: 'join' | 'leave' | 'post' | 'read' | 'delete own'; who: Name }
  | { does: 'edit' | 'delete' | 'react' | 'unreact'; who: Name; which: number }
  | { does: 'mute' | 'unmute' | 'remove' | 'ban' | 'unban' | 'host' | 'member' | 'listener'; whom: Name }
  | { does: 'block' | 'unblock'; who: Name; whom: Name }
  | { does: 'archive' | 'reopen' };

const who = fc.constantFrom(...names);
const whom = fc.constantFrom(...guests);
const which = fc.nat(4);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ does: fc.constant('join'), who: whom }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('leave'), who: whom }) },
  { weight: 12, arbitrary: fc.record({ does: fc.constant('post'), who }) },
  { weight: 5, arbitrary: fc.record({ does: fc.constant('read'), who }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('delete own'), who }) },
  {
    weight: 9,
    arbitrary: fc.record({
      does: fc.constantFrom('edit', 'delete', 'react', 'react', 'unreact'),
      who,
      which,
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      does: fc.constantFrom('mute', 'unmute', 'remove', 'ban', 'unban', 'host', 'member', 'listener'),
      whom,
    }),
  },
  { weight: 3, arbitrary: fc.record({ does: fc.constantFrom('block', 'unblock'), who: whom, whom: who }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constantFrom('archive', 'reopen') }) },
) as fc.Arbitrary<Step>;

const actor = (userId: string) => ({ userId, record() {} });
const never = Number.MAX_SAFE_INTEGER;

async function town(database: Database) {
  const { db } = database;
  const now = () => 1_800_000_000_000;
  const users = userService({ database, relations: relations(db), waiver: '2026-01-01', now });
  const friends = friendService({
    blocksChanged: () => {},
    requestsChanged: () => {},
    database,
    users,
    origin: () => '',
    now,
  });
  const spaces = spaceService({
    database,
    jobs: jobQueue(database, now),
    polls: { heads: async () => new Map(), validSignIns: async (ids) => new Set(ids), log: () => {} },
    changed: () => {},
    accountChanged: () => {},
    rightsChanged: () => {},
    personsSeenBy: users.personsSeenBy,
    lock: users.lock,
    blockedAmong: (userId, others, on = db) => blockedAmong(on, userId, others),
    friendsAmong: (userId, others, on) => friendsAmong(on, userId, others),
    isOwnPicture: async () => false,
    ownFiles: async () => [],
    textQuota: 1e9,
    bytesElsewhere: async () => 0,
    mustHaveRoom: async () => {},
    // No browser is connected.
    sockets: () => ({
      ownChanged: () => {},
      isConnected: () => false,
      sendTo: () => false,
      passOver: () => {},
      showDelta: () => {},
      turnChanged: () => {},
      watcherCount: () => 0,
      countPeople: () => 0,
      isLooking: () => false,
      torches: () => [],
    }),
    search: () => ({
      inFeed: async () => ({ found: [], next: null }),
      feedsWith: async () => null,
      isIndexing: () => false,
    }),
    idOf: async () => undefined,
    log: () => {},
    origin: () => 'https://chat.example.com',
    history: async () => '',
    now,
  });
  const ids = {} as Record<Name, string>;
  for (const username of names) {
    ids[username] = `id-of-${username}`;
    const email = `${username}@example.com`;
    const account = { user_id: ids[username], username, username_canonical: username, hashed_password: '' };
    await database.transaction((trx) =>
      users.add({ ...account, email, email_canonical: email, created_at: now() }, trx),
    );
  }
  return { spaces, ids, blocks: friends.blocks };
}
type Town = Awaited<ReturnType<typeof town>>;
type Page = Awaited<ReturnType<Town['spaces']['reading']['changes']>>;

/** A person's browser: the rows built from changes. */
function browser({ spaces, ids }: Town, name: Name, spaceId: string) {
  let cursor = 0;
  let view = '';
  let rows = new Map<string, object>();

  function apply({ space, members, messages, sessions }: Page) {
    if (space) rows.set('space', space);
    for (const row of members) if ('user_id' in row) rows.set(row.user_id, row);
    for (const row of messages) if ('message_id' in row) rows.set(row.message_id, row);
    for (const row of sessions) if ('session_id' in row) rows.set(row.session_id, row);
  }

  return {
    /** The rows after fetching changes; undefined if they are not in the space. */
    async read(): Promise<Map<string, object> | undefined> {
      for (;;) {
        const page = await spaces.reading.changes(ids[name], spaceId, cursor).catch(ifNotThere);
        if (!page) {
          this.forget();
          return undefined;
        }
        if (page.view !== view) {
          const isFirst = cursor === 0;
          this.forget();
          view = page.view;
          if (!isFirst) continue;
        }
        apply(page);
        cursor = page.head;
        if (!page.more) return rows;
      }
    },
    forget() {
      cursor = 0;
      rows = new Map();
      view = '';
    },
  };
}

function ifNotThere(error: unknown): undefined {
  if (error instanceof RefusedError && error.refusal === 'not-found') return undefined;
  throw error;
}

/** Whether it was done; a refusal is not an error. */
async function isDone(work: Promise<unknown>): Promise<boolean> {
  return work.then(
    () => true,
    (error) => {
      if (error instanceof RefusedError) return false;
      throw error;
    },
  );
}

/** What should be true: who is in the space in which role, and who is blocked from whom. */
interface Truth {
  here: Map<Name, 'owner' | 'host' | 'member' | 'listener'>;
  muted: Set<Name>;
  banned: Set<Name>;
  ever: Set<Name>;
  /** Were listeners when they left. */
  listened: Set<Name>;
  blocks: Set<string>;
  isArchived: boolean;
  posts: { id: string; by: Name; isDeleted: boolean }[];
}

const ranks = { owner: 2, host: 1, member: 0, listener: 0 };
const isBetween = ({ blocks }: Truth, one: Name, other: Name) =>
  blocks.has(`${one} ${other}`) || blocks.has(`${other} ${one}`);

function leave({ here, listened }: Truth, who: Name) {
  const role = here.get(who);
  if (role === 'listener') listened.add(who);
  else if (role !== undefined) listened.delete(who);
  here.delete(who);
}

async function play(
  on: Town,
  spaceId: string,
  truth: Truth,
  one: Step,
  browsers: Map<Name, ReturnType<typeof browser>>,
) {
  const { spaces, ids, blocks } = on;
  const { posting, editing, reacting, ownPosts, members, joining, managing } = spaces;
  const owner = ids.olga;
  const { here, muted } = truth;
  if (one.does === 'read') {
    const rows = await browsers.get(one.who)?.read();
    expect(rows !== undefined).toBe(here.has(one.who));
    return;
  }
  if (one.does === 'archive' || one.does === 'reopen') {
    truth.isArchived = one.does === 'archive';
    await managing.archive(owner, spaceId, truth.isArchived);
    return;
  }
  if (one.does === 'block' || one.does === 'unblock') {
    if (one.who === one.whom) return;
    await blocks[one.does](ids[one.who], ids[one.whom]);
    const pair = `${one.who} ${one.whom}`;
    if (one.does === 'block') truth.blocks.add(pair);
    else truth.blocks.delete(pair);
    return;
  }
  if (one.does === 'join') {
    const expected =
      here.has(one.who) ||
      (!truth.isArchived && !truth.banned.has(one.who) && !isBetween(truth, one.who, 'olga'));
    expect(await isDone(joining.join(ids[one.who], spaceId, {}))).toBe(expected);
    if (!expected || here.has(one.who)) return;
    here.set(one.who, truth.listened.has(one.who) ? 'listener' : 'member');
    truth.ever.add(one.who);
    return;
  }
  if (one.does === 'leave') {
    expect(await isDone(joining.leave(ids[one.who], spaceId))).toBe(here.has(one.who));
    leave(truth, one.who);
    return;
  }
  if (one.does === 'delete own') {
    expect(await isDone(ownPosts.remove(ids[one.who], spaceId))).toBe(truth.ever.has(one.who));
    for (const post of truth.posts) post.isDeleted ||= post.by === one.who;
    return;
  }
  if ('whom' in one) {
    const isHere = here.has(one.whom);
    const other = ids[one.whom];
    if (one.does === 'remove' || one.does === 'ban') {
      const done = await isDone(members.remove(actor(owner), spaceId, other, one.does === 'ban'));
      expect(done).toBe(truth.ever.has(one.whom));
      if (!done) return;
      leave(truth, one.whom);
      if (one.does === 'ban') truth.banned.add(one.whom);
      return;
    }
    if (one.does === 'unban') {
      await isDone(members.change(actor(owner), spaceId, other, { is_banned: false }));
      truth.banned.delete(one.whom);
      return;
    }
    const isMuting = one.does === 'mute' || one.does === 'unmute';
    const change = isMuting ? { muted_until: one.does === 'mute' ? never : null } : { role: one.does };
    const done = await isDone(members.change(actor(owner), spaceId, other, change as { role: 'host' }));
    if (truth.isArchived || !isHere) return;
    expect(done).toBe(true);
    if (one.does === 'mute') muted.add(one.whom);
    else if (one.does === 'unmute') muted.delete(one.whom);
    else here.set(one.whom, one.does as 'host');
    return;
  }
  if (!('who' in one)) return;
  const role = here.get(one.who);
  const maySpeak = role !== undefined && role !== 'listener' && !truth.isArchived && !muted.has(one.who);
  const me = ids[one.who];
  if (one.does === 'post') {
    const id = newId();
    const mentions = names.map((name) => ids[name]);
    const post = {
      message_id: id,
      body: `By ${one.who}`,
      mentions,
      reply_to: null,
      is_off_record: false,
      files: [],
      turn_id: null,
      wants: null,
    };
    const done = await isDone(posting.post(me, spaceId, post));
    expect(done).toBe(maySpeak);
    if (!done) return;
    truth.posts.push({ id, by: one.who, isDeleted: false });
    // A repeat is accepted, whatever has happened to its author since.
    expect(await isDone(posting.post(me, spaceId, post))).toBe(true);
    return;
  }
  if (!('which' in one)) return;
  const post = truth.posts.at(-1 - one.which);
  if (!post) return;
  const isSeen = role !== undefined && !post.isDeleted && !isBetween(truth, one.who, post.by);
  if (one.does === 'edit') {
    const done = await isDone(editing.edit(me, spaceId, post.id, { body: `By ${one.who}, ${newId()}` }));
    expect(done).toBe(maySpeak && !post.isDeleted && post.by === one.who);
  } else if (one.does === 'delete') {
    const author = here.get(post.by) ?? 'member';
    const mayDelete =
      role !== undefined &&
      (post.by === one.who ||
        ((role === 'owner' || role === 'host') && !truth.isArchived && ranks[role] > ranks[author]));
    expect(await isDone(editing.remove(me, spaceId, post.id))).toBe(mayDelete);
    post.isDeleted ||= mayDelete;
  } else {
    const mayReact = !truth.isArchived && !muted.has(one.who);
    const done = await isDone(reacting[one.does](me, spaceId, post.id, '👍'));
    expect(done).toBe(isSeen && mayReact);
  }
}

/** The stored counts, and those from counting the rows. */
async function recount({ db }: Database, spaceId: string) {
  const space = await db
    .selectFrom('spaces')
    .selectAll()
    .where('space_id', '=', spaceId)
    .executeTakeFirstOrThrow();
  const members = await db.selectFrom('space_members').selectAll().where('left_at', 'is', null).execute();
  const messages = await db.selectFrom('space_messages').selectAll().execute();
  const texts = await db.selectFrom('space_texts').selectAll().where('bytes', '>', 0).execute();
  const feed = await db
    .selectFrom('feeds')
    .selectAll()
    .where('owner_id', '=', spaceId)
    .executeTakeFirstOrThrow();
  const posts = messages.filter(({ kind }) => kind === 'post');
  for (const post of posts) {
    const texts = [post.body, post.files, post.mentions, post.first_body];
    expect(post.bytes).toBe(post.deleted_at === null ? bytesOf(...texts) : bytesOf());
  }
  const sums = Map.groupBy(posts, ({ by_id }) => by_id ?? '');
  expect({
    people: space.people,
    speakers: space.speakers,
    rows: feed.rows,
    texts: new Map(texts.map(({ user_id, bytes }) => [user_id, bytes])),
  }).toEqual({
    people: members.length,
    speakers: members.filter(({ role }) => role !== 'listener').length,
    rows: messages.length,
    texts: new Map([...sums].map(([by, rows]) => [by, rows.reduce((sum, { bytes }) => sum + bytes, 0)])),
  });
}

/** Every history of a space: what browsers made of its changes, and what is stored, is what should be true. */
function everyHistoryHolds(database: Database, on: Town) {
  const { db } = database;
  const { spaces, ids } = on;
  const history = fc.array(step, { minLength: 5, maxLength: 25, size: 'max' });
  return fc.asyncProperty(history, async (steps) => {
    for (const table of [
      'space_messages',
      'space_reactions',
      'space_members',
      'space_texts',
      'spaces',
      'blocks',
      'jobs',
      'feeds',
    ] as const) {
      await db.deleteFrom(table).execute();
    }
    const spaceId = newId();
    await spaces.creating.create(ids.olga, spaceId, { name: 'Garden', visibility: 'public' });
    const truth: Truth = {
      here: new Map([['olga', 'owner']]),
      muted: new Set(),
      banned: new Set(),
      ever: new Set(['olga']),
      listened: new Set(),
      blocks: new Set(),
      isArchived: false,
      posts: [],
    };
    const browsers = new Map(names.map((name) => [name, browser(on, name, spaceId)]));
    const headOf = async () =>
      (await db.selectFrom('feeds').select('head').where('owner_id', '=', spaceId).executeTakeFirstOrThrow())
        .head;
    let head = await headOf();
    for (const one of steps) {
      await play(on, spaceId, truth, one, browsers);
      const next = await headOf();
      // A command takes one number, or none if it changes nothing.
      expect([head, head + 1]).toContain(next);
      head = next;
    }
    for (const name of names) {
      const followed = await browsers.get(name)?.read();
      const anew = await browser(on, name, spaceId).read();
      expect(followed).toEqual(anew);
      expect(anew !== undefined).toBe(truth.here.has(name));
      const posts = truth.posts.filter(({ by }) => !isBetween(truth, name, by));
      for (const { id, by } of truth.posts) {
        if (anew) expect(anew.has(id)).toBe(posts.some((post) => post.id === id && post.by === by));
      }
      for (const other of names) {
        if (anew && isBetween(truth, name, other)) {
          expect(JSON.stringify([...anew])).not.toContain(ids[other]);
        }
      }
    }
    await recount(database, spaceId);
  });
}

const { numRuns: runs = 100 } = fc.readConfigureGlobal();
const histories = process.env.LONG_RUN
  ? { sqlite: runs * 10, postgres: runs / 5 }
  : { sqlite: runs * 2, postgres: runs / 10 };

describe.each(databases)('on %s', (dialect) => {
  test('reading a space by its changes, from any point, shows what is there and nothing else [SPACE-32 FAULT-25 FAULT-26]', async () => {
    const database = await freshDatabase(dialect);
    await fc.assert(everyHistoryHolds(database, await town(database)), { numRuns: histories[dialect] });
  }, 300_000);
});

type Parts = Town['spaces'];
const mistakes: [mistake: string, change: (spaces: Parts) => Partial<Parts>][] = [
  [
    'a person who now sees others than before is not told to read anew',
    ({ reading }) => ({
      reading: {
        ...reading,
        changes: async (...given) => ({ ...(await reading.changes(...given)), view: 'the only one' }),
      },
    }),
  ],
  [
    'a change is skipped when there were several',
    ({ reading }) => ({
      reading: {
        ...reading,
        async changes(userId, spaceId, after) {
          const page = await reading.changes(userId, spaceId, after);
          return after > 0 && page.messages.length > 1 ? { ...page, messages: page.messages.slice(1) } : page;
        },
      },
    }),
  ],
  [
    'a muted person is not muted',
    ({ members }) => ({
      members: {
        ...members,
        async change(by, spaceId, whom, { muted_until, ...change }) {
          return members.change(by, spaceId, whom, muted_until ? change : { ...change, muted_until });
        },
      },
    }),
  ],
  [
    'a banned person may come back',
    ({ members }) => ({
      members: { ...members, remove: (by, spaceId, whom) => members.remove(by, spaceId, whom, false) },
    }),
  ],
  [
    'a post that is sent again is stored again',
    ({ posting }) => ({
      posting: {
        ...posting,
        post: (userId, spaceId, post) => posting.post(userId, spaceId, { ...post, message_id: newId() }),
      },
    }),
  ],
];

test.each(mistakes)('it is found when %s', async (_, change) => {
  const database = await freshDatabase('sqlite');
  const on = await town(database);
  const broken = { ...on, spaces: { ...on.spaces, ...change(on.spaces) } };
  // Its first histories are long.
  const sample = { seed: 4, numRuns: 100, endOnFailure: true };
  expect((await fc.check(everyHistoryHolds(database, broken), sample)).failed).toBe(true);
});
