import { newId, syncLimits } from '@polylogue/sync';
import { array, assert, asyncProperty, boolean, integer, record } from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../platform/database/database.ts';
import { migrate } from '../../platform/database/migrate.ts';
import { migrations } from '../../platform/database/migrations/all.ts';
import { databases, freshDatabase, freshPlace } from '../../testing/databases.ts';
import { partLength } from './message-texts.ts';
import { conversationStore, type MessageRow } from './store.ts';

const row: MessageRow = {
  row_id: 1,
  feed: 1,
  message_id: 'm1',
  conversation_id: 'c',
  parent_id: null,
  seq: 1,
  created_at: 1,
  role: 'assistant',
  body: '',
  reasoning: '',
  body_length: 0,
  reasoning_length: 0,
  bytes: 0,
  details: null,
  fields: '{}',
  run_id: null,
  ended_at: null,
};

const withTexts = (body: string, reasoning: string) => ({
  body,
  reasoning,
  body_length: body.length,
  reasoning_length: reasoning.length,
});

describe.each(databases)('on %s', (dialect) => {
  test('a message is read as it was written, however long it grew and in whatever pieces', async () => {
    const { db } = await freshDatabase(dialect);
    const store = conversationStore(db);
    const length = integer({ min: 0, max: 2.5 * partLength });
    const pieces = array(record({ body: length, reasoning: length, isShort: boolean() }), { maxLength: 6 });
    let row_id = 0;
    await assert(
      asyncProperty(pieces, pieces, async (first, others) => {
        row_id += 1;
        const message_id = newId();
        let letter = 96;
        const textOf = (length: number, isShort: boolean) => {
          letter = letter === 122 ? 97 : letter + 1;
          return String.fromCharCode(letter).repeat(isShort ? length % 100 : length);
        };
        const [begin] = first;
        let body = textOf(begin?.body ?? 0, begin?.isShort ?? true);
        let reasoning = textOf(begin?.reasoning ?? 0, begin?.isShort ?? true);
        await store.addMessages([{ ...row, row_id, message_id, ...withTexts(body, reasoning) }]);
        for (const piece of others) {
          const addedBody = textOf(piece.body, piece.isShort);
          const addedReasoning = textOf(piece.reasoning, piece.isShort);
          body += addedBody;
          reasoning += addedReasoning;
          const { created_at, parent_id, role, body: _, reasoning: __, ...state } = row;
          const lengths = { body_length: body.length, reasoning_length: reasoning.length };
          await store.updateMessage({ ...state, ...lengths, row_id, message_id, addedBody, addedReasoning });
        }
        const [read] = await store.messages(1, [message_id]);
        expect(read?.body === body && read.reasoning === reasoning).toBe(true);
      }),
      { numRuns: 30 },
    );
    const { longest } = await db
      .selectFrom('messages')
      .select(({ fn }) => fn.max<number>(fn('length', ['body'])).as('longest'))
      .executeTakeFirstOrThrow();
    expect(longest, 'what is written anew with each change').toBeLessThanOrEqual(partLength);
    await store.removeMessages(1, 'c', 1, 1_000);
    expect(await db.selectFrom('message_texts').select('row_id').execute()).toEqual([]);
  });

  test('long messages of before are stored in parts, and are the same', async () => {
    const database = await openDatabase(await freshPlace(dialect, { bare: true }));
    onTestFinished(() => database.close());
    const before = migrations.findIndex(({ name }) => name === '0023-message-texts');
    await migrate(database, migrations.slice(0, before));
    const rows = [
      { ...row, ...withTexts('x'.repeat(syncLimits.chunkLength), 'Why') },
      { ...row, row_id: 2, message_id: 'm2', ...withTexts('Yes', 'y'.repeat(partLength + 1)) },
      { ...row, row_id: 3, message_id: 'm3', ...withTexts('No', 'No') },
    ];
    await database.db.insertInto('messages').values(rows).execute();

    await migrate(database);
    const ids = rows.map(({ message_id }) => message_id);
    expect(await conversationStore(database.db).messages(1, ids)).toEqual(rows);
    const stored = await database.db
      .selectFrom('messages')
      .select(['body', 'reasoning'])
      .orderBy('row_id')
      .execute();
    expect(stored.map(({ body, reasoning }) => [body.length, reasoning.length])).toEqual([
      [0, 3],
      [3, 0],
      [2, 2],
    ]);
  });
});
