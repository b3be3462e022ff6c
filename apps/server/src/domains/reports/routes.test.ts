import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Member, startWithCircle } from '../../testing/circle.ts';
import { databases, serviceDatabases } from '../../testing/databases.ts';
import { upload } from '../../testing/upload.ts';
import { fileStore } from '../files/store.ts';
import { inSpaces } from '../spaces/testing.ts';
import { reportReview } from './service.ts';

const hour = 60 * 60 * 1000;
const missing = { id: '00000000-0000-7000-8000-000000000000' };
const report = (me: Member, other: { id: string }, more: object = {}) =>
  me.call('POST', '/report', { reported_user_id: other.id, reason: 'spam', ...more });

/** A server, its people, and the reports as an operator sees them. */
async function startWithReview<Name extends string>(
  dialect: Parameters<typeof startWithCircle>[0],
  names: readonly Name[],
  options: Parameters<typeof startWithCircle>[2] = {},
) {
  const circle = await startWithCircle(dialect, names, options);
  const review = reportReview({ database: await circle.database(), now: circle.now });
  return { ...circle, review, reports: () => review.list({ isClosed: false, limit: 100 }) };
}

describe.each(serviceDatabases)('on %s', (dialect) => {
  test('a report stores the reason, the details, and what the reported person showed the reporter then [REPORT-01 CHECK-49]', async () => {
    const { ada, ben, eve, befriend, reports, now } = await startWithReview(dialect, ['ada', 'ben', 'eve']);
    await befriend(ada, ben);
    await ben.become({
      first_name: 'Ben',
      bio: 'Buy my pills',
      location: 'Riga',
      profile_picture_url: 'https://chat.example.com/images/1/public',
    });
    const words = { reason: 'harassment', details: ' He wrote\r\nunkind things. ' };
    expect(await report(ada, ben, words)).toMatchObject({ status: 200, body: {} });
    // A stranger sees less, and reports only that.
    await report(eve, ben, { reason: 'other' });
    const picture = 'https://chat.example.com/images/1/public';
    const hidden = { first_name: null, last_name: null, tagline: null, bio: null, location: null };
    const shown = { username: 'ben', profile_picture_url: picture, cover_picture_url: null };
    const expected = [
      {
        reporter: { userId: eve.id, username: 'eve' },
        reason: 'other',
        details: null,
        snapshot: { ...hidden, ...shown },
      },
      {
        reporter: { userId: ada.id, username: 'ada' },
        reason: 'harassment',
        details: 'He wrote\nunkind things.',
        snapshot: { ...hidden, ...shown, first_name: 'Ben', bio: 'Buy my pills', location: 'Riga' },
      },
    ].map((one) => ({
      reportId: expect.any(String),
      reported: { userId: ben.id, username: 'ben' },
      createdAt: now(),
      closedAt: null,
      ...one,
    }));
    expect(await reports()).toEqual(expect.arrayContaining(expected));

    await ben.become({ first_name: 'Saint', bio: null, username: 'saint', profile_picture_url: null });
    const stored = await reports();
    expect(stored.map(({ snapshot }) => snapshot)).toEqual(
      expect.arrayContaining(expected.map(({ snapshot }) => snapshot)),
    );
    expect(stored.map(({ reported }) => reported.username)).toEqual(['saint', 'saint']);
  });

  test('the reported person does not learn of the report, and nothing changes for the reporter [CHECK-49]', async () => {
    const { ada, ben } = await startWithReview(dialect, ['ada', 'ben']);
    const all = async (me: Member, other: Member) => [
      (await me.viewProfile(other)).body,
      (await me.status(other)).body,
      (await me.call('GET', '/me')).body,
      await me.friends(),
      await me.incoming(),
    ];
    const before = [await all(ben, ada), await all(ada, ben)];
    await report(ada, ben, { details: 'canary-of-the-reporter' });
    expect([await all(ben, ada), await all(ada, ben)]).toEqual(before);
  });

  test('a file that a report names stays for the operator until the report is closed, though its owner deleted it [CHECK-49]', async () => {
    const { ada, ben, reports, review, ...server } = await startWithReview(dialect, ['ada', 'ben']);
    const [hers, his] = [inSpaces(server, ada), inSpaces(server, ben)];
    const { body: sent } = await upload(
      server.url,
      { name: 'pills.txt', type: 'text/plain', bytes: 'Buy pills' },
      { authorization: `Bearer ${ada.token}` },
    );
    const file_id = sent.url.slice(-32);
    const space_id = await hers.make({ visibility: 'public' });
    await his.join(space_id);
    const { message_id } = (await hers.post(space_id, 'Look', { files: [file_id] })).body.message;
    await ben.call('POST', '/report', { space_id, message_id, reason: 'spam' });
    expect((await ada.call('DELETE', `/me/files?file_id=${file_id}`)).status).toBe(200);
    // Nobody can tell.
    expect((await fetch(server.url + new URL(sent.url).pathname)).status).toBe(404);
    expect((await ada.call('GET', '/me/files')).body).toMatchObject({ files: [], used: 0 });
    const onDisk = () => readdir(join(server.place.dataDir, 'files'));
    expect(await onDisk()).toContain(file_id);
    const removable = async () => (await fileStore(server.db).removable(server.now(), 9)).map(({ id }) => id);
    expect(await removable()).toEqual([]);
    for (const { reportId, snapshot } of await reports()) {
      expect(snapshot.post?.files).toEqual([{ file_id, name: 'pills.txt' }]);
      await review.close(reportId);
    }
    expect(await removable()).toEqual([file_id]);
  });

  test('people can report a person they blocked, and while limited, but neither themselves nor a missing account', async () => {
    const { ada, ben, eve, reports } = await startWithReview(dialect, ['ada', 'ben', 'eve']);
    expect((await report(ada, ada)).status).toBe(400);
    await eve.block(ada);
    for (const other of [missing, eve, { id: '' }, { id: 'a\u0000' }]) {
      expect(await report(ada, other)).toMatchObject({ status: 404, body: { message: 'User not found' } });
    }
    await ben.become({ bio: 'Hidden by the block', privacy_public_profile: true });
    await ada.block(ben);
    await ada.become({ user_standing: 'limited' });
    expect((await report(ada, ben)).status).toBe(200);
    expect(await reports()).toMatchObject([{ snapshot: { username: 'ben', bio: null } }]);
    const wrong = [
      { reason: 'dislike' },
      { details: 'x'.repeat(2001) },
      { details: 'a\u0000' },
      { snapshot: {} },
    ];
    for (const more of wrong) expect((await report(ada, ben, more)).status).toBe(400);
  });

  test('the log says that a person was reported, but contains nothing of the report', async () => {
    const log: string[] = [];
    const { ada, ben } = await startWithReview(dialect, ['ada', 'ben'], {
      env: { LOG_LEVEL: 'trace' },
      log: { write: (line) => void log.push(line) },
    });
    await report(ada, ben, { reason: 'harassment', details: 'canary in the words' });
    const events = log.map((line) => JSON.parse(line)).filter(({ event }) => event === 'person-reported');
    expect(events).toEqual([
      expect.objectContaining({ actor: ada.id, subject: ben.id, request_id: expect.any(String) }),
    ]);
    expect(log.join()).not.toMatch(/canary in|harassment/);
  });
});

describe.each(databases)('several at once on %s', (dialect) => {
  test('people can make ten reports a day, even at once; reporting the same person twice makes two reports', async () => {
    const { ada, ben, eve, reports, now, db } = await startWithReview(dialect, ['ada', 'ben', 'eve']);
    const answers = await Promise.all(Array.from({ length: 15 }, () => report(ada, ben)));
    expect(answers.map(({ status }) => status).sort()).toEqual([
      ...Array(10).fill(200),
      ...Array(5).fill(429),
    ]);
    expect(answers.find(({ status }) => status === 429)).toMatchObject({
      body: { error: 'too-many', message: 'You can report 10 times a day. Try again later.' },
    });
    expect(await reports()).toHaveLength(10);
    const late = await report(ada, eve);
    expect(Number(late.headers.get('retry-after'))).toBe(24 * 60 * 60);
    expect((await report(eve, ben)).status).toBe(200);
    // For the reports, a day passes.
    await db
      .updateTable('reports')
      .set({ created_at: now() - 24 * hour })
      .execute();
    expect((await report(ada, eve)).status).toBe(200);
  });
});
