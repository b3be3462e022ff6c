import { newId, syncLimits } from '@polylogue/sync';
import { describe, expect, test } from 'vitest';
import { memoryCounts } from '../../platform/limits/counts.ts';
import { databases, freshDatabase } from '../../testing/databases.ts';
import { textLimits } from './policy.ts';
import { pulling } from './pull.ts';
import { pushing } from './push.ts';
import { created } from './testing.ts';

const at = 1_800_000_000_000;
const userId = newId();
const conversation = newId();

describe.each(databases)('on %s', (dialect) => {
  async function start() {
    const database = await freshDatabase(dialect);
    const push = pushing({
      database,
      limits: textLimits,
      counts: memoryCounts(() => at),
      lock: async () => true,
      mustHaveRoom: async () => {},
      changed: () => {},
      erased: () => {},
      now: () => at,
    });
    return { database, push, pull: pulling({ database }) };
  }

  /** A question and its answer, and so on; the ids, in order. */
  function talk(bodies: readonly string[], details?: object) {
    const messages = [];
    let parent: string | null = null;
    for (const body of bodies) {
      const message_id = newId();
      messages.push({
        ...created(message_id, conversation, 'user', body, at, parent),
        ...(details && { details }),
      });
      parent = message_id;
    }
    const fields = { leaf: [parent, at] as [string | null, number] };
    return {
      conversations: [{ conversation_id: conversation, created_at: at, fields }],
      messages,
      records: [],
      usage: [],
    };
  }

  test('while hundreds of messages full of facts are read, others get their turn', async () => {
    const { push, pull } = await start();
    const facts = Object.fromEntries(
      Array.from({ length: syncLimits.partValues }, (_, name) => [`k${name}`, 1]),
    );
    await push(userId, talk(Array(200).fill('Yes'), { error: facts, usage: facts }) as never);
    let turns = 0;
    let isOver = false;
    const count = () => {
      turns += 1;
      if (!isOver) setImmediate(count);
    };
    setImmediate(count);
    const { messages } = await pull.messages(userId, conversation, '0', 200);
    isOver = true;
    expect(messages.map(({ details }) => Object.keys(details?.error ?? {}).length)).toEqual(
      Array(200).fill(100),
    );
    expect(turns).toBeGreaterThan(1);
  });

  test('messages of any length are read in their order, a long one in the thread that reads', async () => {
    const { database, push, pull } = await start();
    const bodies = ['One', 'é'.repeat(100_000), 'Three', 'x'.repeat(150_000), 'Five'];
    await push(userId, talk(bodies) as never);
    const inThread: string[] = [];
    const reading = database.reading.withPlugin({
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        for (const row of result.rows) if ('text' in row) inThread.push(String(row.text));
        return result;
      },
    });
    const { messages } = await pulling({ database: { ...database, reading } }).messages(
      userId,
      conversation,
      '0',
      50,
    );
    expect(messages.map(({ body }) => body)).toEqual(bodies);
    expect(inThread).toEqual([bodies[1], bodies[3]]);
    expect((await pull.tail(userId, conversation, 2)).messages.map(({ body }) => body)).toEqual(
      bodies.slice(3),
    );
  });
});
