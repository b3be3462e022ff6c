import { newId } from '@polylogue/sync';
import fc from 'fast-check';
import { describe, test } from 'vitest';
import { textLimits } from '../../apps/server/src/domains/conversations/policy.ts';
import { pulling } from '../../apps/server/src/domains/conversations/pull.ts';
import { purging } from '../../apps/server/src/domains/conversations/purge.ts';
import { pushing } from '../../apps/server/src/domains/conversations/push.ts';
import { storedMessage } from '../../apps/server/src/domains/conversations/rows.ts';
import type { Database } from '../../apps/server/src/platform/database/database.ts';
import { memoryCounts } from '../../apps/server/src/platform/limits/counts.ts';
import { databases, freshDatabase } from '../../apps/server/src/testing/databases.ts';
import { everyHistoryConverges, type ModelServer } from '../../apps/web/src/features/sync/testing/model.ts';

/** A new account on a real database; a push that deletes for good also purges. */
function accountOn(database: Database, now: () => number): ModelServer {
  const userId = newId();
  const pull = pulling({ database });
  const { purge } = purging({ database, changed: () => {}, releaseFiles: async () => {}, now });
  let isErased = false;
  const push = pushing({
    database,
    limits: textLimits,
    counts: memoryCounts(now),
    lock: async () => true,
    mustHaveRoom: async () => {},
    changed: () => {},
    erased: () => {
      isErased = true;
    },
    now,
  });
  return {
    api: () => ({
      async push(changes) {
        const reply = await push(userId, structuredClone(changes));
        if (isErased) await purge();
        isErased = false;
        return reply;
      },
      list: (before) => pull.list(userId, before ?? undefined, 3),
      records: (after) => pull.records(userId, after, 3),
      changes: (after) => pull.changes(userId, after),
      messages: (id, after) => pull.messages(userId, id, after, 3),
      tail: (id) => pull.tail(userId, id, 2),
    }),
    async messages() {
      const rows = await database.db.selectFrom('messages').selectAll().execute();
      return rows.map((row) => ({ ...storedMessage(row), conversation_id: row.conversation_id }));
    },
  };
}

describe.each(databases)('on %s', (dialect) => {
  test('the stories of the browsers’ model hold on a real database, too', async () => {
    const database = await freshDatabase(dialect);
    const serverAt = async (now: () => number) => {
      for (const table of ['feeds', 'conversations', 'messages', 'records', 'usage_records'] as const) {
        await database.db.deleteFrom(table).execute();
      }
      return accountOn(database, now);
    };
    await fc.assert(everyHistoryConverges(serverAt), { numRuns: 200 });
  }, 600_000);
});
