import type { PostRow } from '@polylogue/contract';
import { newId } from '@polylogue/sync';
import { describe, expect, test } from 'vitest';
import type { Dialect } from '../../platform/database/dialect.ts';
import { startWithCircle } from '../../testing/circle.ts';
import { serviceDatabases } from '../../testing/databases.ts';
import { commands } from './core/command.ts';
import { bytesOf } from './core/policy.ts';
import { operatedSpaces } from './service.ts';
import { addUsedText } from './store/used-text.ts';
import { type Changes, inSpaces } from './testing.ts';

const names = ['ada', 'ben', 'eve'] as const;

async function start(dialect: Dialect) {
  const circle = await startWithCircle(dialect, names);
  const database = await circle.database();
  const of = (name: (typeof names)[number]) => ({ ...inSpaces(circle, circle[name]), id: circle[name].id });
  const { now } = circle;
  /** Stores many posts of a person with one change of the feed. */
  const postMany = (spaceId: string, { id }: { id: string }, count: number) =>
    commands({ database, changed: () => {}, rightsChanged: () => {}, stopTurns: () => {}, now }).ofSpace(
      spaceId,
      async (open) => {
        const bytes = bytesOf('Hello');
        for (let at = 0; at < count; at += 1) {
          await open.addMessage({ message_id: newId(), by_id: id, body: 'Hello', bytes });
        }
        await addUsedText(open.trx, id, count * bytes);
      },
    );
  return { circle, database, postMany, ada: of('ada'), ben: of('ben'), eve: of('eve') };
}

const posts = ({ messages }: Pick<Changes, 'messages'>): PostRow[] =>
  messages.flatMap((row) => ('message_id' in row && row.kind === 'post' ? row : []));

describe.each(serviceDatabases)('one’s own posts on %s', (dialect) => {
  test('who has left deletes what they wrote, as by hand: traces stay, and nothing of others changes [SPACE-36]', async () => {
    const { circle, ada, ben } = await start(dialect);
    const id = await ada.make({ visibility: 'link' });
    const { code } = await ada.link(id);
    await ben.join(id, code);
    const hers = (await ada.post(id, 'Hers')).body.message;
    const first = (await ben.post(id, 'First', { reply_to: hers.message_id, mentions: [ada.id] })).body
      .message;
    await ben.edit(id, first.message_id, { body: 'Changed' });
    await ada.react(id, first.message_id);
    await ben.post(id, 'Second');
    await ben.react(id, hers.message_id);
    await ben.leave(id);
    const before = (await ada.read(id)).body.head;
    circle.pass(1_000);

    expect((await ben.eraseOwn(id)).body).toEqual({ deleted: 2, more: false });
    const changes = (await ada.changes(id, before)).body;
    expect(changes.head).toBe(before + 1);
    const trace = {
      body: '',
      by_id: ben.id,
      reply_to: null,
      mentions: [],
      files: [],
      reactions: [],
      deleted_at: circle.now(),
      deleted_by: ben.id,
    };
    expect(posts(changes)).toMatchObject([trace, trace]);
    expect((await ada.one(id, first.message_id)).body.first_body).toBeNull();
    expect((await ada.one(id, hers.message_id)).body.message).toMatchObject({
      body: 'Hers',
      deleted_at: null,
      reactions: [{ emoji: '👍', count: 1 }],
    });
    expect((await ben.eraseOwn(id)).body).toEqual({ deleted: 0, more: false });
    expect((await ada.read(id)).body.head).toBe(before + 1);
    expect((await ben.changes(id)).status).toBe(404);
  });

  test('what they used of the text quota is given back', async () => {
    const { circle, ada, ben } = await start(dialect);
    const id = await ada.make({ visibility: 'public' });
    await ben.join(id);
    for (const text of ['a'.repeat(1_000), 'b'.repeat(500)]) await ben.post(id, text);
    await ada.post(id, 'c'.repeat(700));
    const hers = (await ada.ownPosts()).used;
    const [row] = (await ben.ownPosts()).spaces;
    // The lists of files and people that are empty count, too.
    const bytes = 1_500 + 2 * bytesOf('[]', '[]');
    expect(row).toEqual({ space_id: id, name: 'Garden', left_at: null, posts: 2, bytes });
    expect(await ben.ownPosts()).toMatchObject({ used: bytes, quota: 500 * 1024 * 1024 });
    await ben.eraseOwn(id);
    // The traces.
    expect(await ben.ownPosts()).toMatchObject({ spaces: [], used: 2 * bytesOf() });
    expect((await ada.ownPosts()).used).toBe(hers);
    const sum = await circle.db
      .selectFrom('space_messages')
      .select((of) => of.fn.sum('bytes').as('bytes'))
      .where('by_id', '=', ben.id)
      .executeTakeFirstOrThrow();
    expect(Number(sum.bytes)).toBe(2 * bytesOf());
  });

  test('posts with very many reactions are deleted a few at a time', async () => {
    const { database, postMany, ada, ben } = await start(dialect);
    const id = await ada.make({ visibility: 'public' });
    await ben.join(id);
    await postMany(id, ben, 4);
    const rows = await database.db
      .selectFrom('space_messages')
      .select('row_id')
      .where('by_id', '=', ben.id)
      .where('kind', '=', 'post')
      .execute();
    const reactions = rows.flatMap(({ row_id }) =>
      Array.from({ length: 1_000 }, (_, at) => ({ row_id, emoji: `${at}`, user_id: ada.id, created_at: 1 })),
    );
    for (let at = 0; at < reactions.length; at += 1_000) {
      await database.db
        .insertInto('space_reactions')
        .values(reactions.slice(at, at + 1_000))
        .execute();
    }
    const { head } = (await ada.read(id)).body;
    expect((await ben.eraseOwn(id)).body).toEqual({ deleted: 4, more: false });
    expect((await ada.read(id)).body.head).toBe(head + 2);
    expect(await database.db.selectFrom('space_reactions').selectAll().execute()).toEqual([]);
  });

  test('who was removed or banned deletes their posts, and learns nothing else of the space [SPACE-36]', async () => {
    const { circle, ada, ben, eve } = await start(dialect);
    const id = await ada.make({ visibility: 'public' });
    for (const one of [ben, eve]) {
      await one.join(id);
      await one.post(id);
    }
    await ada.remove(id, ben);
    await ada.remove(id, eve, true);
    await ada.change(id, { name: 'Orchard', visibility: 'invited' });
    for (const one of [ben, eve]) {
      const { spaces } = await one.ownPosts();
      expect(spaces).toEqual([
        { space_id: id, name: null, left_at: circle.now(), posts: 1, bytes: expect.any(Number) },
      ]);
      expect((await one.eraseOwn(id)).body).toEqual({ deleted: 1, more: false });
      expect((await one.read(id)).status).toBe(404);
      expect((await one.ownPosts()).spaces).toEqual([]);
    }
    expect(posts((await ada.changes(id)).body)).toMatchObject([
      { deleted_by: ben.id },
      { deleted_by: eve.id },
    ]);
  });

  test('a space is named to members, to people with an open invitation, and where it is public', async () => {
    const { circle, ada, ben, eve } = await start(dialect);
    const id = await ada.make({ visibility: 'public' });
    for (const one of [ben, eve]) {
      await one.join(id);
      await one.post(id);
      await one.leave(id);
    }
    const name = async (who: typeof ben) => (await who.ownPosts()).spaces[0]?.name;
    expect(await name(ben)).toBe('Garden');
    await circle.ada.block(circle.ben);
    expect(await name(ben)).toBeNull();
    await circle.ada.unblock(circle.ben);
    await ada.change(id, { visibility: 'invited' });
    expect(await name(ben)).toBeNull();
    await circle.ben.become({ privacy_allow_invites: true });
    const invitation_id = newId();
    await ada.invite(id, ben, invitation_id);
    expect(await name(ben)).toBe('Garden');
    // An invitation by someone behind a block is not shown.
    await circle.ada.block(circle.ben);
    expect(await name(ben)).toBeNull();
    await circle.ada.unblock(circle.ben);
    await ben.answer(invitation_id, 'decline');
    expect(await name(ben)).toBeNull();
    await ada.change(id, { visibility: 'public' });
    await ada.remove(id, eve, true);
    expect(await name(eve)).toBeNull();
    expect(await name(ben)).toBe('Garden');
  });

  test('posts are deleted also in a space that is archived, or closed by the operator', async () => {
    const { circle, database, ada, ben } = await start(dialect);
    const [archived, closed] = [
      await ada.make({ visibility: 'public' }),
      await ada.make({ visibility: 'public' }),
    ];
    for (const id of [archived, closed]) {
      await ben.join(id);
      await ben.post(id);
    }
    await ada.archive(archived);
    const operated = operatedSpaces({ database, now: circle.now });
    await operated.close(closed, true);
    for (const id of [archived, closed]) expect((await ben.eraseOwn(id)).body.deleted).toBe(1);
    await operated.close(closed, false);
    for (const id of [archived, closed]) {
      expect(posts((await ada.changes(id)).body)).toMatchObject([{ body: '', deleted_by: ben.id }]);
    }
  });

  test('an answer to one of the posts is stopped, also if somebody else asked for it', async () => {
    const { circle, ada, ben } = await start(dialect);
    const id = await ada.make({ visibility: 'public' });
    await ben.join(id);
    const [asked, again] = [newId(), newId()];
    await ben.post(id, 'What is a torch?', { turn_id: asked });
    await ben.withdraw(id, asked);
    expect((await ada.again(id, asked, again)).status).toBe(200);
    await ben.leave(id);
    const state = async () =>
      (
        await circle.db
          .selectFrom('space_turns')
          .select('state')
          .where('turn_id', '=', again)
          .executeTakeFirstOrThrow()
      ).state;
    expect(await state()).toBe('waiting');
    await ben.eraseOwn(id);
    await expect.poll(state).toBe('stopped');
  });

  test('who was never in a space learns nothing, not even that it exists', async () => {
    const { ada, ben } = await start(dialect);
    const id = await ada.make({ visibility: 'public' });
    await ada.post(id);
    const [there, unknown] = [await ben.eraseOwn(id), await ben.eraseOwn(newId())];
    expect(there.status).toBe(404);
    expect({ ...there.body, request_id: '' }).toEqual({ ...unknown.body, request_id: '' });
    expect((await ada.ownPosts()).spaces).toMatchObject([{ posts: 1 }]);
  });
});

describe.each(serviceDatabases)('very many posts on %s', (dialect) => {
  test('very many posts are deleted in portions, each with one number in the feed', async () => {
    const { postMany, ada, ben } = await start(dialect);
    const id = await ada.make({ visibility: 'public' });
    await ben.join(id);
    await postMany(id, ben, 1_050);
    await ada.post(id, 'Hers');
    expect((await ben.ownPosts()).spaces).toMatchObject([{ posts: 1_050 }]);
    const { head } = (await ada.read(id)).body;
    expect((await ben.eraseOwn(id)).body).toEqual({ deleted: 1_000, more: true });
    expect((await ada.read(id)).body.head).toBe(head + 5);
    const page = (await ada.changes(id, head)).body;
    expect(posts(page)).toHaveLength(400);
    expect(page).toMatchObject({ head: head + 2, more: true });
    expect((await ben.eraseOwn(id)).body).toEqual({ deleted: 50, more: false });
    expect((await ada.read(id)).body.head).toBe(head + 6);
    expect((await ben.ownPosts()).spaces).toEqual([]);
    expect((await ada.ownPosts()).spaces).toMatchObject([{ posts: 1 }]);
  });
});
