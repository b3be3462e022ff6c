import { doEach } from '../../../platform/batches/do-each.ts';
import type { SpaceContext } from '../core/context.ts';
import { bytesOf } from '../core/policy.ts';
import { messageStore } from '../store/message-store.ts';
import { addUsedText } from '../store/used-text.ts';

const batch = 100;

/** Deletes the first versions of posts that were edited before a time. */
export function expiringFirstVersions({ database, commands }: Pick<SpaceContext, 'database' | 'commands'>) {
  const expireFirstVersion = (spaceId: string, messageId: string, before: number) =>
    commands.ofSpace(spaceId, async ({ space, trx }) => {
      const row = await messageStore(trx).find(space.feed, messageId);
      if (!row || row.first_edited_at === null || row.first_edited_at > before) return;
      const bytes = bytesOf(row.body, row.files, row.mentions);
      if (row.by_id !== null) await addUsedText(trx, row.by_id, bytes - row.bytes);
      await messageStore(trx).change([row.row_id], { first_body: null, first_edited_at: null, bytes });
    });

  return async function expireFirstVersions(before: number): Promise<void> {
    for (;;) {
      const due = await messageStore(database.db).expiredFirstVersions(before, batch);
      await doEach(due, ({ space_id, message_id }) => expireFirstVersion(space_id, message_id, before));
      if (due.length < batch) return;
    }
  };
}
