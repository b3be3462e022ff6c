import type { Standing } from '@polylogue/contract';
import { inBatches } from '../../platform/database/batches.ts';
import type { Database, Queries } from '../../platform/database/database.ts';

/** The parts of an account that decide who may contact whom, with its name and picture. */
export interface Contact {
  userId: string;
  username: string;
  profilePictureUrl: string | null;
  standing: Standing;
  /** Whether strangers may send requests and invitations. */
  allowsInvites: boolean;
}

/**
 * These accounts by id, whatever the viewer may see. `lockContacts` makes other changes to their relations wait until
 * the transaction has ended.
 */
export function contacts({ dialect }: Pick<Database, 'dialect'>) {
  async function read(on: Queries, userIds: readonly string[], isLocking: boolean) {
    const rows = await inBatches(userIds, (some) =>
      on
        .selectFrom('users')
        .select(['user_id', 'username', 'profile_picture_url', 'user_standing', 'privacy_allow_invites'])
        .where('user_id', 'in', some)
        // Always in the same order, so that two callers who lock the same people do not deadlock.
        .orderBy('user_id')
        // The embedded database has only one writer anyway.
        .$if(isLocking && dialect === 'postgres', (query) => query.forNoKeyUpdate())
        .execute(),
    );
    return new Map(
      rows.map((row): [string, Contact] => [
        row.user_id,
        {
          userId: row.user_id,
          username: row.username,
          profilePictureUrl: row.profile_picture_url,
          standing: row.user_standing,
          allowsInvites: row.privacy_allow_invites,
        },
      ]),
    );
  }

  return {
    contacts: (userIds: readonly string[], on: Queries) => read(on, userIds, false),
    lockContacts: (userIds: readonly string[], trx: Queries) => read(trx, userIds, true),
  };
}
