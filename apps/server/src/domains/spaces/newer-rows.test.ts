import { newId } from '@polylogue/sync';
import { describe, expect, test } from 'vitest';
import type { Tables } from '../../platform/database/tables.ts';
import { jobQueue } from '../../platform/jobs/queue.ts';
import { startWithCircle } from '../../testing/circle.ts';
import { serviceDatabases } from '../../testing/databases.ts';
import { eventually } from '../../testing/server.ts';
import { inSpaces } from './testing.ts';

/** A field of a newer version, in the form that stamped fields have. */
const weather = ['fine', 1];
const withMore = (value: object): object =>
  Array.isArray(value) ? value.map((one) => ({ ...one, weather })) : { ...value, weather };

const file = {
  file_id: 'f'.repeat(32),
  name: 'a.txt',
  media_type: 'text/plain',
  size: 1,
  has_thumbnail: false,
};
const part = { epoch: 1, holder_id: '', started: null, from: 0, to: 0, spent: null, because: 'lapsed' };

/** Every JSON of objects that is stored of a space, with what makes one. */
const stored: [table: keyof Tables, column: string, value: object][] = [
  ['space_messages', 'notice', { kind: 'joined', user_id: null, name: null }],
  ['space_messages', 'files', [file]],
  ['space_turns', 'segments', [part]],
  ['space_turns', 'wants', { provider: 'openai', model: 'gpt' }],
  ['notification_reading', 'fields', { read: [1, 1] }],
];

describe.each(serviceDatabases)('rows of a newer version on %s', (dialect) => {
  test.each(stored)(
    'an unknown field in %s.%s changes nothing that is read, and stays',
    async (table, column, value) => {
      const circle = await startWithCircle(dialect, ['ada', 'ben']);
      const [ada, ben] = [inSpaces(circle, circle.ada), inSpaces(circle, circle.ben)];
      const id = await ada.make({ visibility: 'public' });
      await ben.join(id);
      const turn_id = newId();
      await ada.post(id, 'Ben?', { mentions: [circle.ben.id], turn_id });
      await eventually(async () => expect((await ben.notifications()).unread).toBe(1));
      const set = (json: object) =>
        circle.db
          .updateTable(table)
          .set({ [column]: JSON.stringify(json) })
          .execute();
      const read = async () => {
        const { status, body } = await ben.changes(id);
        return { status, body, ...(await ben.notifications()) };
      };
      await set(value);
      const before = await read();
      expect(before.status).toBe(200);
      await set(withMore(value));
      expect(await read()).toMatchObject(before);

      await ada.withdraw(id, turn_id);
      expect((await ben.markRead([circle.now(), 1])).status).toBe(200);
      const rows = await circle.db
        .selectFrom(table)
        .select(column as never)
        .execute();
      expect(rows.map((row) => row[column])).toContainEqual(expect.stringContaining('"weather":["fine",1]'));
    },
  );

  test('what a space or a member is by a newer version keeps nobody from their spaces, or from searching them', async () => {
    const circle = await startWithCircle(dialect, ['ada', 'ben']);
    const [ada, ben] = [inSpaces(circle, circle.ada), inSpaces(circle, circle.ben)];
    const id = await ada.make({ visibility: 'public' });
    await ben.join(id);
    await ada.post(id, 'Seeds');
    await ada.link(id);
    const search = () => ben.request<{ found: object[] }>('POST', '/search/posts', { text: 'seeds' });
    await eventually(async () => expect((await search()).body.found).toHaveLength(1));
    const one = 'eclipse' as never;
    await circle.db.updateTable('spaces').set({ ai_mode: one, visibility: one, joins_as: one }).execute();
    const of = circle.db.updateTable('space_members').set({ role: one, notify: one });
    await of.where('user_id', '=', circle.ben.id).execute();
    await circle.db.updateTable('space_messages').set({ kind: one }).where('kind', '=', 'post').execute();
    await circle.db.updateTable('space_invitations').set({ role: one }).execute();
    const [own] = await ben.list();
    expect(own).toMatchObject({ role: 'eclipse', space: { ai_mode: 'eclipse' }, can: { post: false } });
    expect((await ben.changes(id)).status).toBe(200);
    expect((await search()).body.found).toMatchObject([{ kind: 'eclipse' }]);
    expect((await ada.sent(id)).status).toBe(200);
  });

  test('an unknown field of a job does not keep it from being done', async () => {
    const circle = await startWithCircle(dialect, ['ada', 'ben']);
    const [ada, ben] = [inSpaces(circle, circle.ada), inSpaces(circle, circle.ben)];
    const id = await ada.make({ visibility: 'public' });
    await ben.join(id);
    const { message_id } = (await ada.post(id, 'Hello')).body.message;
    await circle.db
      .updateTable('space_messages')
      .set({ mentions: JSON.stringify([circle.ben.id]) })
      .where('message_id', '=', message_id)
      .execute();
    const database = await circle.database();
    const event = { kind: 'mention', space_id: id, message_id, weather };
    await database.transaction((trx) => jobQueue(database, circle.now).add(trx, 'notify', event));
    await eventually(async () => expect((await ben.notifications()).unread).toBe(1));
  });
});
