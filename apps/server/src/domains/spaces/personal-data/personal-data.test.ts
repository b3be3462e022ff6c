import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { newId } from '@polylogue/sync';
import type { KyselyPlugin } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { Database } from '../../../platform/database/database.ts';
import type { Dialect } from '../../../platform/database/dialect.ts';
import { startWithCircle } from '../../../testing/circle.ts';
import { databases } from '../../../testing/databases.ts';
import { password } from '../../../testing/people.ts';
import { eventually } from '../../../testing/server.ts';
import { unzipped } from '../../../testing/unzip.ts';
import { type Commands, commands } from '../core/command.ts';
import { inSpaces } from '../testing.ts';
import { personalData } from './personal-data.ts';

async function start(dialect: Dialect) {
  const circle = await startWithCircle(dialect, ['ada', 'ben', 'eve', 'joe']);
  const of = (name: 'ada' | 'ben' | 'eve' | 'joe') => ({
    ...inSpaces(circle, circle[name]),
    id: circle[name].id,
  });
  /** Deletes an account, and waits until its data is deleted. */
  async function end(name: 'ada' | 'ben') {
    expect((await circle[name].call('POST', '/me/deletion', { current_password: password })).status).toBe(
      200,
    );
    const user = circle.db.selectFrom('users').select('user_id').where('user_id', '=', circle[name].id);
    await eventually(async () => expect(await user.execute()).toEqual([]));
  }
  return { circle, end, ada: of('ada'), ben: of('ben'), eve: of('eve'), joe: of('joe') };
}

const alone = {
  commands: {} as Commands,
  working: { works: async () => false, to: async () => [] },
  blockedAmong: async () => new Set<string>(),
};

/** The files of Ben's copy, as he downloads it. */
async function copyOfBen({ ben, place, url }: Awaited<ReturnType<typeof start>>['circle']) {
  await ben.call('POST', '/me/export', { current_password: password });
  const state = async () => (await ben.call('GET', '/me/export')).body as unknown as { url: string | null };
  await eventually(async () => expect((await state()).url).not.toBeNull());
  const path = new URL((await state()).url ?? '').pathname;
  const zip = join(place.dataDir, 'copy.zip');
  await writeFile(zip, new Uint8Array(await (await fetch(url + path)).arrayBuffer()));
  return unzipped(zip);
}

/** The files of a source by their names. */
async function filesOf({ collect, texts }: ReturnType<typeof personalData>, userId: string) {
  const files = new Map(
    Object.entries(await collect(userId)).map(([name, value]) => [`${name}.json`, JSON.stringify(value)]),
  );
  let last = '';
  for await (const piece of texts(userId)) {
    last = piece.name ?? last;
    files.set(last, (files.get(last) ?? '') + (piece.text ?? piece.more));
  }
  return files;
}

describe.each(databases)('spaces and people who leave on %s', (dialect) => {
  test('a departed person’s posts stay without a name, and no one can learn who wrote them [SPACE-33]', async () => {
    const { circle, end, ada, ben, eve } = await start(dialect);
    const id = await eve.make({ visibility: 'public' });
    for (const one of [ada, ben]) await one.join(id);
    const mine = (await ben.post(id, 'Good bye', { mentions: [ada.id] })).body.message;
    const other = (await eve.post(id, 'Hi', { mentions: [ben.id] })).body.message;
    await ben.react(id, other.message_id);
    const deleted = (await ben.post(id, 'Oops')).body.message;
    await ben.erase(id, deleted.message_id);
    await eventually(async () => expect((await ada.notifications()).unread).toBe(1));
    const before = (await ada.changes(id)).body;
    await end('ben');

    const after = (await ada.changes(id)).body;
    expect(after.view).not.toBe(before.view);
    expect(JSON.stringify(after)).not.toContain(ben.id);
    expect(after.messages).toContainEqual(
      expect.objectContaining({ message_id: mine.message_id, body: 'Good bye', by_id: null }),
    );
    expect(after.messages.at(-1)).toMatchObject({ notice: { kind: 'left' }, by_id: null });
    expect((await ada.read(id)).body.people).toBe(2);
    expect((await ada.notifications()).notifications).toMatchObject([{ kind: 'mention', by: null }]);
    expect((await eve.erase(id, mine.message_id)).status).toBe(200);
    const tables = ['space_members', 'space_reactions', 'space_texts'] as const;
    for (const table of tables) {
      expect(await circle.db.selectFrom(table).selectAll().where('user_id', '=', ben.id).execute()).toEqual(
        [],
      );
    }
  });

  test('a listener who deletes their account leaves no line behind, as when leaving', async () => {
    const { end, ada, ben } = await start(dialect);
    const id = await ada.make({ visibility: 'public', joins_as: 'listener' });
    await ben.join(id);
    const { messages } = (await ada.changes(id)).body;
    await end('ben');
    expect((await ada.read(id)).body.people).toBe(1);
    expect((await ada.changes(id)).body.messages).toEqual(messages);
  });

  test('a space does not go to a suspended host, and its new owner is no longer muted', async () => {
    const { circle, end, ada, eve, joe } = await start(dialect);
    const id = await ada.make({ visibility: 'public' });
    for (const one of [eve, joe]) {
      await one.join(id);
      circle.pass(1_000);
      await ada.setMember(id, one, { role: 'host', muted_until: circle.now() + 60_000 });
    }
    await circle.eve.become({ user_standing: 'suspended' });
    await end('ada');
    expect((await joe.read(id)).body).toMatchObject({ role: 'owner', muted_until: null });
    expect((await joe.post(id)).status).toBe(200);
  });

  test('a space goes to the host who joined first, or is archived if there is none', async () => {
    const { circle, end, ada, ben, eve, joe } = await start(dialect);
    const [shared, own] = [
      await ada.make({ visibility: 'public' }),
      await ada.make({ visibility: 'public' }),
    ];
    for (const one of [ben, joe, eve]) {
      await one.join(shared);
      circle.pass(1_000);
    }
    await ben.join(own);
    for (const one of [eve, joe]) await ada.setMember(shared, one, { role: 'host' });
    await end('ada');
    expect((await joe.read(shared)).body).toMatchObject({
      role: 'owner',
      space: { owner_id: joe.id, archived_at: null },
    });
    expect((await ben.read(own)).body).toMatchObject({
      space: { owner_id: null, archived_at: circle.now() },
      people: 1,
    });
    expect((await ben.leave(own)).status).toBe(200);
  });

  test('a person’s copy contains their posts and reactions, their spaces and their notifications', async () => {
    const { circle, ada, ben } = await start(dialect);
    const id = await ada.make({ name: 'Garden', visibility: 'public' });
    await ben.join(id);
    const mine = (await ben.post(id, 'My words')).body.message;
    await ada.pin(id, mine.message_id);
    await ben.post(id, 'Between us', { is_off_record: true });
    await ada.post(id, 'Hers, between us', { is_off_record: true });
    const hers = (await ada.post(id, 'Hers', { mentions: [ben.id] })).body.message;
    await ben.react(id, hers.message_id, '🎉');
    const asked = [newId(), newId()];
    await ben.post(id, 'What grows?', { turn_id: asked[0] ?? null, left_out: [mine.message_id] });
    await ada.post(id, 'And what else?', { turn_id: asked[1] });
    for (const [at, text] of ['Beans', 'Weeds'].entries()) {
      await circle.db
        .updateTable('space_turns')
        .set({ text })
        .where('turn_id', '=', asked[at] ?? '')
        .execute();
    }
    await eventually(async () => expect((await ben.notifications()).unread).toBe(1));
    const files = await copyOfBen(circle);
    const read = (name: string) => JSON.parse(String(files[name]));
    expect(read('space-posts.json')).toMatchObject([
      { space: 'Garden', body: 'My words', is_pinned: true, is_off_record: false },
      { space: 'Garden', body: 'Between us', is_off_record: true },
      { space: 'Garden', body: 'What grows?', is_pinned: false },
    ]);
    expect(read('space-answers.json')).toMatchObject([{ space: 'Garden', answer: 'Beans' }]);
    expect(read('space-turns.json')).toMatchObject([
      { is_own_question: true, state: 'waiting', left_out: [mine.message_id] },
    ]);
    expect(read('spaces.json')).toMatchObject([{ space: 'Garden', role: 'member', left_at: null }]);
    expect(read('space-reactions.json')).toMatchObject([{ space: 'Garden', emoji: '🎉' }]);
    expect(read('notifications.json')).toMatchObject([{ kind: 'mention', space: 'Garden' }]);
    expect(JSON.stringify(Object.values(files).map(String))).not.toMatch(/Hers|Weeds/);
  });

  test('a copy tells those who are no longer in a space what they left there, not what became of it [SPACE-36]', async () => {
    const { circle, ada, ben } = await start(dialect);
    const [hidden, shown] = [
      await ada.make({ name: 'Garden', visibility: 'public' }),
      await ada.make({ name: 'Kitchen', visibility: 'public' }),
    ];
    const session = { title: 'Digging', starts_at: circle.now() + 3_600_000, minutes: 60 };
    const sessions = { [hidden]: newId(), [shown]: newId() };
    for (const id of [hidden, shown]) {
      await ben.join(id);
      const { message } = (await ben.post(id, `In ${id}`)).body;
      await ben.react(id, message.message_id);
      const turn_id = newId();
      await ben.post(id, 'What grows?', { turn_id });
      await circle.db
        .updateTable('space_turns')
        .set({ text: 'Beans' })
        .where('turn_id', '=', turn_id)
        .execute();
      await ada.setMember(id, ben, { role: 'host' });
      await ben.link(id);
      await ben.schedule(id, session, sessions[id]);
      await ada.pin(id, message.message_id);
    }
    await ada.remove(hidden, ben, true);
    await ben.leave(shown);
    await ada.change(hidden, { name: 'Secret' });
    await ada.change(shown, { name: 'Pantry' });
    await ada.move(hidden, sessions[hidden] ?? '', { ...session, title: 'Secret digging' });

    const files = await copyOfBen(circle);
    expect(JSON.stringify(Object.values(files).map(String))).not.toMatch(/Secret/);
    const read = (name: string) => JSON.parse(String(files[name]));
    const posts = read('space-posts.json') as { body: string }[];
    expect(posts.find(({ body }) => body === `In ${hidden}`)).toMatchObject({ space: null, is_pinned: null });
    expect(posts.find(({ body }) => body === `In ${shown}`)).toMatchObject({
      space: 'Pantry',
      is_pinned: true,
    });
    for (const one of [
      read('spaces.json'),
      read('space-reactions.json'),
      read('space-answers.json'),
      read('space-turns.json'),
      read('space-sessions.json'),
      read('space-invitations.json').sent,
    ]) {
      const names = (one as { space: string | null }[]).map(({ space }) => space);
      expect(new Set(names)).toEqual(new Set([null, 'Pantry']));
    }
  });

  test('a copy of thousands of answers reads only some at a time, also those in spaces one has left', async () => {
    const { circle, ada, ben } = await start(dialect);
    const [garden, left] = [
      await ada.make({ name: 'Garden', visibility: 'public' }),
      await ada.make({ name: 'Left', visibility: 'public' }),
    ];
    for (const id of [garden, left]) {
      await ben.join(id);
      await ada.post(id, 'What grows?', { turn_id: newId() });
    }
    await ben.leave(left);
    const { db } = circle;
    const used = Array.from({ length: 200 }, () => newId().repeat(5));
    const started = { provider: 'openai', model: 'gpt', host: 'api.openai.com', used };
    const segments = JSON.stringify([{ holder_id: ben.id, started, spent: null, because: null }]);
    for (const turn of await db.selectFrom('space_turns').selectAll().execute()) {
      const rows = Array.from({ length: 120 }, () => ({ ...turn, turn_id: newId(), segments }));
      for (let from = 0; from < rows.length; from += 30) {
        await db
          .insertInto('space_turns')
          .values(rows.slice(from, from + 30))
          .execute();
      }
    }

    const database = await circle.database();
    let largest = 0;
    const reading = database.reading.withPlugin({
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        largest = Math.max(largest, JSON.stringify(result.rows).length);
        return result;
      },
    });
    const data = personalData({ database: { ...database, reading }, ...alone });
    const files = await filesOf(data, ben.id);
    const turns = (
      JSON.parse(files.get('space-turns.json') ?? '') as {
        space: string;
        is_own_question: boolean;
        answered: object[];
      }[]
    ).map(({ space, is_own_question, answered }) => ({ space, is_own_question, answered }));
    expect(turns.filter(({ space }) => space === 'Garden')).toHaveLength(120);
    expect(turns.filter(({ space }) => space === 'Left')).toHaveLength(120);
    expect(turns[0]).toMatchObject({ is_own_question: false, answered: [{ started, spent: null }] });
    expect(largest).toBeLessThan(60 * segments.length);
  });

  test('answers can be read after a person left whose id one of the messages has', async () => {
    const { circle, end, ada, ben } = await start(dialect);
    const id = await ada.make({ visibility: 'public' });
    await ben.join(id);
    const turn_id = newId();
    await ada.post(id, 'What grows?', { message_id: ben.id, turn_id });
    const started = { provider: 'openai', model: 'gpt', host: 'api.openai.com', used: [ben.id] };
    const ended = { from: 0, to: 0, spent: null, because: 'ended' };
    const segments = JSON.stringify([{ epoch: 1, holder_id: ben.id, started, ...ended }]);
    await circle.db.updateTable('space_turns').set({ segments }).where('turn_id', '=', turn_id).execute();
    await end('ben');
    const { status, body } = await ada.messages(id);
    expect(status).toBe(200);
    expect(body.messages).toContainEqual(
      expect.objectContaining({
        turn: expect.objectContaining({
          segments: [expect.objectContaining({ started: expect.objectContaining({ used: [ben.id] }) })],
        }),
      }),
    );
  });

  test('a copy contains every space that one was ever in, and every reaction', async () => {
    const { circle, ada, ben } = await start(dialect);
    const id = await ada.make({ name: 'Garden', visibility: 'public' });
    await ben.join(id);
    const { message } = (await ada.post(id)).body;
    await ben.react(id, message.message_id);
    const { db } = circle;
    const reaction = await db.selectFrom('space_reactions').selectAll().executeTakeFirstOrThrow();
    const [membership] = await db
      .selectFrom('space_members')
      .selectAll()
      .where('user_id', '=', ben.id)
      .execute();
    if (!membership) throw new Error('Ben is in no space.');
    for (let from = 0; from < 10_000; from += 500) {
      const rows = Array.from({ length: 500 }, (_, at) => ({ ...reaction, emoji: `${from + at}` }));
      await db.insertInto('space_reactions').values(rows).execute();
    }
    for (let from = 0; from < 1_000; from += 100) {
      const rows = Array.from({ length: 100 }, () => ({ ...membership, space_id: newId(), left_at: 1 }));
      await db.insertInto('space_members').values(rows).execute();
    }
    const files = await filesOf(personalData({ database: await circle.database(), ...alone }), ben.id);
    const spaces = JSON.parse(files.get('spaces.json') ?? '');
    expect(spaces).toHaveLength(1_001);
    expect(spaces).toContainEqual(
      expect.objectContaining({ space: 'Garden', role: 'member', left_at: null }),
    );
    const reactions: { emoji: string }[] = JSON.parse(files.get('space-reactions.json') ?? '');
    expect(new Set(reactions.map(({ emoji }) => emoji)).size).toBe(10_001);
  });

  test('the name of a busy host is removed from notifications and turns some at a time', async () => {
    const { circle, ada, ben } = await start(dialect);
    const id = await ada.make({ visibility: 'public' });
    await ben.join(id);
    await ada.post(id, 'What grows?', { turn_id: newId() });
    const { db } = circle;
    const turn = await db.selectFrom('space_turns').selectAll().executeTakeFirstOrThrow();
    const segments = JSON.stringify([{ holder_id: ben.id }]);
    await db
      .insertInto('space_turns')
      .values(Array.from({ length: 300 }, () => ({ ...turn, turn_id: newId(), segments, is_open: false })))
      .execute();
    const feeds = await db
      .insertInto('feeds')
      .values(Array.from({ length: 450 }, () => ({ kind: 'account' as const, owner_id: newId() })))
      .returning('feed')
      .execute();
    const alike = {
      kind: 'mention',
      created_at: 1,
      space_id: id,
      about_id: newId(),
      starts_at: null,
    } as const;
    await db
      .insertInto('notifications')
      .values(feeds.map(({ feed }, at) => ({ ...alike, feed, notification_id: `${at}`, by_id: ben.id })))
      .execute();

    const database = await circle.database();
    let most = 0n;
    const plugin: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        if ((result.numAffectedRows ?? 0n) > most) most = result.numAffectedRows ?? 0n;
        return result;
      },
    };
    const counted: Database = {
      ...database,
      db: database.db.withPlugin(plugin),
      transaction: (work) => database.transaction((trx) => work(trx.withPlugin(plugin) as typeof trx)),
    };
    const nothing = () => {};
    const deps = { changed: nothing, rightsChanged: nothing, stopTurns: nothing, now: circle.now };
    await personalData({
      ...alone,
      database: counted,
      commands: commands({ database: counted, ...deps }),
    }).forget(ben.id);
    for (const rows of [
      await db.selectFrom('notifications').selectAll().execute(),
      await db.selectFrom('space_turns').selectAll().execute(),
    ]) {
      expect(JSON.stringify(rows)).not.toContain(ben.id);
    }
    expect(most).toBeLessThanOrEqual(200n);
  });
});
