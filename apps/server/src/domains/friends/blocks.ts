import type { BlockedPerson } from '@polylogue/contract';
import type { Database, Queries } from '../../platform/database/database.ts';
import { refuse } from '../../platform/http/refuse.ts';
import { inPieces } from '../../platform/process/in-pieces.ts';
import { contacts } from '../users/service.ts';
import { parseUserId } from './pair.ts';
import { whyNoMoreBlocks } from './policy.ts';
import { blockStore } from './store/block-store.ts';
import { friendshipStore } from './store/friendship-store.ts';
import { requestStore } from './store/request-store.ts';

export interface BlockDeps {
  database: Database;
  /** Locks the account by rewriting its row unchanged: other changes wait for the transaction. */
  lock(userId: string, on: Queries): Promise<boolean>;
  /** A block between two people was made or removed. */
  blocksChanged(userIds: readonly string[]): void;
  /** Milliseconds since 1970. */
  now: () => number;
}

/**
 * Blocks between people. They do not reveal who has blocked whom: the answer is the same for every id, and the list shows
 * only people whom the blocker saw when blocking them, or would see without the block. It shows them as they were then:
 * the blocker wanted no more contact, and learns nothing newer.
 */
export function blocking({ database, lock, blocksChanged, now }: BlockDeps) {
  const people = contacts(database);

  return {
    async block(me: string, userId: string): Promise<void> {
      const other = parseUserId(userId);
      if (other === me) refuse('bad-input', 'You cannot block yourself.');
      await database.transaction(async (trx) => {
        const theirs = (await people.lockContacts([me, other], trx)).get(other);
        // Written in any case: not waiting for the disk would reveal that the account does not exist.
        await lock(me, trx);
        const known = await blockStore(trx).between(me, [other]);
        const isKnown = known.some((row) => row.blocker_id === me);
        const why = isKnown ? undefined : whyNoMoreBlocks(await blockStore(trx).count(me));
        if (why) refuse('quota-used', why);
        const isBlocked = known.some((row) => row.blocker_id === other);
        const was_seen = theirs?.standing !== 'suspended' && !isBlocked;
        if (theirs) {
          const { username, profilePictureUrl: profile_picture_url } = theirs;
          const seen = { was_seen, username, profile_picture_url };
          await blockStore(trx).add({ blocker_id: me, blocked_id: other, blocked_at: now(), ...seen });
          database.afterCommit(() => blocksChanged([me, other]));
        }
        await friendshipStore(trx).end(me, other);
        const requests = await requestStore(trx).between(me, [other]);
        if (requests.length > 0) {
          const ids = requests.map((row) => row.request_id);
          await requestStore(trx).withdraw(ids, now());
        }
      });
    },

    async unblock(me: string, userId: string): Promise<void> {
      await database.transaction(async (trx) => {
        await lock(me, trx);
        const other = parseUserId(userId);
        await blockStore(trx).remove(me, other);
        database.afterCommit(() => blocksChanged([me, other]));
      });
    },

    async blocked(me: string): Promise<BlockedPerson[]> {
      const rows = await blockStore(database.db).by(me);
      const contactsById = await people.contacts(
        rows.map((row) => row.blocked_id),
        database.db,
      );
      const pause = inPieces();
      const list: BlockedPerson[] = [];
      for (const row of rows) {
        const other = contactsById.get(row.blocked_id);
        if (!other || (other.standing === 'suspended' && !row.was_seen)) continue;
        list.push({
          user_id: row.blocked_id,
          username: row.username,
          profile_picture_url: row.profile_picture_url,
          blocked_at: new Date(row.blocked_at).toISOString(),
        });
        await pause();
      }
      return list;
    },
  };
}
