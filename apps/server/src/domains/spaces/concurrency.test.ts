import { newId, spaceLimits } from '@polylogue/sync';
import { describe, expect, test } from 'vitest';
import { startWithCircle } from '../../testing/circle.ts';
import { databases } from '../../testing/databases.ts';
import { shared } from '../../testing/lifetime.ts';
import { inSpaces } from './testing.ts';

const names = ['ada', 'ben', 'eve'] as const;
const range = (length: number) => Array.from({ length }, (_, at) => at);

describe.each(databases)('simultaneous calls on %s', (dialect) => {
  /** For tests that look at no space but their own. */
  const town = shared(() => startWithCircle(dialect, names));

  test('twenty people who post at the same time take one number per post, and none is skipped [SPACE-23]', async () => {
    const twenty = range(20).map((at) => `person${at}`);
    const circle = await startWithCircle(dialect, twenty);
    const people = twenty.map((name) => inSpaces(circle, circle[name] as { token: string }));
    const [owner, ...others] = people;
    const id = (await owner?.make({ visibility: 'public' })) ?? '';
    await Promise.all(others.map((one) => one.join(id)));
    const { head: before } = (await owner?.read(id))?.body ?? {};
    expect(before).toBe(20);
    const responses = await Promise.all(
      people.flatMap((one) => range(5).map((at) => one.post(id, `Post ${at}`))),
    );
    expect(responses.map(({ status }) => status)).toEqual(Array(100).fill(200));
    const seqs = responses.map(({ body }) => body.head).sort((one, other) => one - other);
    expect(seqs).toEqual(range(100).map((at) => 21 + at));
    const numbers = responses.map(({ body }) => body.message.number).sort((one, other) => one - other);
    // After nineteen notices about joining and one about the creation.
    expect(numbers).toEqual(range(100).map((at) => 21 + at));
    expect((await owner?.read(id))?.body).toMatchObject({ people: 20, head: 120 });
  });

  test('the same post sent twenty times simultaneously is stored once [FAULT-9]', async () => {
    const circle = town();
    const ada = inSpaces(circle, circle.ada);
    const id = await ada.make();
    const message_id = newId();
    const responses = await Promise.all(range(20).map(() => ada.post(id, 'Once', { message_id })));
    expect(new Set(responses.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect((await ada.read(id)).body.head).toBe(2);
  });

  test.each(['remove', 'ban', 'mute'] as const)(
    'no post slips in after its author is removed, banned or muted (%s) [SPACE-24 CHECK-44]',
    async (how) => {
      const circle = town();
      const [ada, ben] = [inSpaces(circle, circle.ada), inSpaces(circle, circle.ben)];
      const id = await ada.make({ visibility: 'public' });
      await ben.join(id);
      const posts = range(15).map((at) => ben.post(id, `Post ${at}`));
      const ending =
        how === 'mute'
          ? ada.setMember(id, circle.ben, { muted_until: circle.now() + 60_000 })
          : ada.remove(id, circle.ben, how === 'ban');
      posts.push(...range(15).map((at) => ben.post(id, `Later ${at}`)));
      const end = (await ending).body.head;
      const responses = await Promise.all(posts);
      for (const { status, body } of responses) {
        if (status === 200) expect(body.message.seq).toBeLessThan(end);
        else expect(status).toBe(how === 'mute' ? 403 : 404);
      }
      expect((await ada.changes(id, end)).body.messages).toEqual([]);
      expect((await ben.post(id)).status).toBe(how === 'mute' ? 403 : 404);
    },
  );

  test('a link valid three times lets three people in, however many use it simultaneously', async () => {
    const guests = range(8).map((at) => `guest${at}`);
    const circle = await startWithCircle(dialect, ['ada', ...guests]);
    const ada = inSpaces(circle, circle.ada as { token: string });
    const id = await ada.make({ visibility: 'link' });
    const { code } = await ada.link(id, { uses: 3 });
    const responses = await Promise.all(
      guests.map((name) => inSpaces(circle, circle[name] as { token: string }).join(id, code)),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 200, 200, 404, 404, 404, 404, 404]);
    expect((await ada.read(id)).body.people).toBe(4);
  });

  test('a person is never in more spaces than allowed, however many they join simultaneously', async () => {
    const circle = await startWithCircle(dialect, names);
    const [ada, ben] = [inSpaces(circle, circle.ada), inSpaces(circle, circle.ben)];
    const ids = await Promise.all(range(4).map(() => ada.make({ visibility: 'public' })));
    const own = await ben.make();
    const row = await circle.db
      .selectFrom('space_members')
      .selectAll()
      .where('space_id', '=', own)
      .executeTakeFirstOrThrow();
    const others = range(spaceLimits.spaces - 3).map(() => ({ ...row, space_id: newId() }));
    await circle.db.insertInto('space_members').values(others).execute();
    const responses = await Promise.all(ids.map((id) => ben.join(id)));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 200, 429, 429]);
  });

  test('a space has a maximum of people and of speakers; later people become listeners', async () => {
    const circle = town();
    const of = (name: 'ada' | 'ben' | 'eve') => inSpaces(circle, circle[name]);
    const id = await of('ada').make({ visibility: 'public' });
    const set = (change: object) =>
      circle.db.updateTable('spaces').set(change).where('space_id', '=', id).execute();
    await set({ speakers: spaceLimits.speakers });
    expect((await of('ben').join(id)).body.role).toBe('listener');
    expect((await of('ada').setMember(id, circle.ben, { role: 'member' })).status).toBe(429);
    await set({ people: spaceLimits.people });
    expect((await of('eve').join(id)).status).toBe(429);
  });
});
