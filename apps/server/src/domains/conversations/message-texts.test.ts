import { newId } from '@polylogue/sync';
import { array, assert, asyncProperty, boolean, integer, record } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { databases, freshDatabase } from '../../testing/databases.ts';
import { conversationMessageStore, type MessageRecord } from './message-store.ts';
import { partLength } from './message-texts.ts';

const row: MessageRecord = {
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
    const store = conversationMessageStore(db);
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
        await store.add([{ ...row, row_id, message_id, ...withTexts(body, reasoning) }]);
        for (const piece of others) {
          const addedBody = textOf(piece.body, piece.isShort);
          const addedReasoning = textOf(piece.reasoning, piece.isShort);
          body += addedBody;
          reasoning += addedReasoning;
          const { created_at, parent_id, role, body: _, reasoning: __, ...state } = row;
          const lengths = { body_length: body.length, reasoning_length: reasoning.length };
          await store.update({ ...state, ...lengths, row_id, message_id, addedBody, addedReasoning });
        }
        const [read] = await store.among(1, [message_id]);
        expect(read?.body === body && read.reasoning === reasoning).toBe(true);
      }),
      { numRuns: 30 },
    );
    const { longest } = await db
      .selectFrom('messages')
      .select(({ fn }) => fn.max<number>(fn('length', ['body'])).as('longest'))
      .executeTakeFirstOrThrow();
    expect(longest, 'what is written anew with each change').toBeLessThanOrEqual(partLength);
    await store.removeSome(1, 'c', 1, 1_000);
    expect(await db.selectFrom('message_texts').select('row_id').execute()).toEqual([]);
  });
});
