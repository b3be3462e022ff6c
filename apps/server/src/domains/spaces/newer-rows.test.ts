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
