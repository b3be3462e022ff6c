import { newId, spaceLimits } from '@polylogue/sync';
import { describe, expect, test } from 'vitest';
import type { Dialect } from '../../platform/database/dialect.ts';
import { startWithCircle } from '../../testing/circle.ts';
import { serviceDatabases } from '../../testing/databases.ts';
import { eventually } from '../../testing/server.ts';
import { inSpaces } from './testing.ts';

async function start(dialect: Dialect) {
  const circle = await startWithCircle(dialect, ['ada', 'ben', 'eve']);
  const of = (name: 'ada' | 'ben' | 'eve') => ({ ...inSpaces(circle, circle[name]), id: circle[name].id });
  const [ada, ben, eve] = [of('ada'), of('ben'), of('eve')];
  const id = await ada.make({ visibility: 'public', name: 'Garden', about: 'Beans' });
  await ben.join(id);
  return { circle, id, ada, ben, eve };
}

describe.each(serviceDatabases)('nothing silent on %s', (dialect) => {
  test('what hosts set about the AI and who can join leaves a line, with who and what [TOLD-01]', async () => {
    const { id, ada, ben } = await start(dialect);
    const instructions = 'Be brief. '.repeat(100);
    await ada.change(id, { ai_mode: 'always', ai_name: 'Fern', ai_instructions: instructions });
    await ada.change(id, { ai_mode: 'always', visibility: 'link' });
    await ada.change(id, { ai_name: null, ai_instructions: null, slow_seconds: 5 });
    const told = (await ben.changes(id)).body.messages.flatMap((row) =>
      'notice' in row && row.notice ? [[row.by_id, row.notice.kind, row.notice.name]] : [],
    );
    expect(told.slice(2)).toEqual([
      [ada.id, 'ai-mode', 'always'],
      [ada.id, 'ai-named', 'Fern'],
      [ada.id, 'ai-instructed', `${instructions.slice(0, 200)}…`],
      [ada.id, 'visibility', 'link'],
      [ada.id, 'ai-named', null],
      [ada.id, 'ai-instructed', null],
    ]);
  });

  test('a member is muted until it is lifted [TOLD-05]', async () => {
    const { circle, id, ada, ben } = await start(dialect);
    await ada.setMember(id, ben, { muted_until: spaceLimits.mutedForGood });
    circle.pass(400 * 24 * 3_600_000);
    for (const name of ['ada', 'ben'] as const) {
      circle[name].token = (await circle.signIn(name)).body.access_token;
    }
    expect((await inSpaces(circle, circle.ben).post(id)).status).toBe(403);
    await inSpaces(circle, circle.ada).setMember(id, ben, { muted_until: null });
    expect((await inSpaces(circle, circle.ben).post(id)).status).toBe(200);
  });

  test('a space that nobody is in keeps neither name nor instructions, nor what lines repeated of them [TOLD-04]', async () => {
    const { circle, id, ada, ben } = await start(dialect);
    await ada.change(id, { ai_name: 'Fern', ai_instructions: 'Secret ways' });
    await ada.change(id, { name: 'Orchard' });
    await ben.post(id, 'My words');
    await ada.archive(id);
    await ada.leave(id);
    const row = () =>
      circle.db.selectFrom('spaces').selectAll().where('space_id', '=', id).executeTakeFirst();
    expect(await row()).toMatchObject({ name: 'Orchard', ai_instructions: 'Secret ways' });
    await ben.leave(id);
    const empty = await row();
    expect(empty).toMatchObject({
      name: '',
      about: null,
      ai_name: null,
      ai_instructions: null,
      visibility: 'invited',
    });
    const dump = await circle.db
      .selectFrom('space_messages')
      .selectAll()
      .where('feed', '=', empty?.feed ?? 0)
      .execute();
    expect(JSON.stringify(dump)).not.toMatch(/Orchard|Garden|Secret|Fern/);
    // What people wrote stays theirs.
    expect(JSON.stringify(dump)).toContain('My words');
    expect((await ben.ownPosts()).spaces).toMatchObject([{ space_id: id, posts: 1, name: null }]);
  });

  test('its owner deletes a space, and nothing of it is left for anyone [TOLD-03]', async () => {
    const { circle, id, ada, ben, eve } = await start(dialect);
    const { code } = await ada.link(id);
    await ben.post(id, 'My words', { turn_id: newId() });
    const post = (await ada.post(id, 'Ben?', { mentions: [ben.id] })).body.message;
    await ben.react(id, post.message_id);
    await ada.schedule(id, { starts_at: circle.now() + 60_000_000, minutes: 30 });
    const { db } = circle;
    const feed = (await db.selectFrom('spaces').select('feed').executeTakeFirstOrThrow()).feed;
    const used = () => db.selectFrom('space_texts').selectAll().where('bytes', '!=', 0).execute();
    expect(await used()).not.toEqual([]);
    expect((await ben.delete(id)).status).toBe(403);
    expect((await ada.delete(id)).status).toBe(200);
    for (const one of [ada, ben]) {
      expect((await one.read(id)).status).toBe(404);
      expect(await one.list()).toEqual([]);
    }
    expect((await ben.post(id)).status).toBe(404);
    expect((await eve.join(id)).status).not.toBe(200);
    expect((await eve.join(id, code)).status).not.toBe(200);
    expect((await eve.byCode(code)).status).toBe(404);
    await eventually(async () => expect(await db.selectFrom('spaces').selectAll().execute()).toEqual([]));
    for (const table of ['space_members', 'space_sessions', 'space_invitations', 'notifications'] as const) {
      expect(await db.selectFrom(table).selectAll().where('space_id', '=', id).execute()).toEqual([]);
    }
    for (const table of ['space_messages', 'space_turns', 'feeds'] as const) {
      expect(await db.selectFrom(table).selectAll().where('feed', '=', feed).execute()).toEqual([]);
    }
    expect(await db.selectFrom('space_reactions').selectAll().execute()).toEqual([]);
    expect(await used()).toEqual([]);
    expect((await ben.ownPosts()).spaces).toEqual([]);
  });
});
