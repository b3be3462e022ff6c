import type { Insertable, Selectable } from 'kysely';
import type { Queries } from '../../platform/database/database.ts';
import type { Tables } from '../../platform/database/tables.ts';

export type SignInRow = Selectable<Tables['sign_ins']>;
export type EndReason =
  | 'signed-out'
  | 'ended'
  | 'too-many'
  | 'replayed'
  | 'password-changed'
  | 'password-reset'
  | 'email-undone'
  | 'suspended';

/** How long a sign-in lasts unused (milliseconds). */
export const idleTime = 14 * 24 * 60 * 60 * 1000;
/** For this long after an exchange, using the parent is not a sign of theft, even if the successor is in use: a second tab. */
export const parentGrace = 60_000;

/** Sign-ins, on the database or in a transaction. */
export function signInStore(db: Queries) {
  return {
    async add(row: Insertable<Tables['sign_ins']>): Promise<void> {
      await db.insertInto('sign_ins').values(row).execute();
    },

    find(signInId: string): Promise<SignInRow | undefined> {
      return db.selectFrom('sign_ins').selectAll().where('sign_in_id', '=', signInId).executeTakeFirst();
    },

    /** Newest first. */
    activeOf(userId: string, now: number): Promise<SignInRow[]> {
      return db
        .selectFrom('sign_ins')
        .selectAll()
        .where('user_id', '=', userId)
        .where('ended_at', 'is', null)
        .where('expires_at', '>', now)
        .where('last_used_at', '>', now - idleTime)
        .orderBy('last_used_at', 'desc')
        .orderBy('sign_in_id', 'desc')
        .execute();
    },

    /** Which of these sign-ins, of any account, are active. */
    async activeAmong(signInIds: readonly string[], now: number): Promise<string[]> {
      const rows = await db
        .selectFrom('sign_ins')
        .innerJoin('users', 'users.user_id', 'sign_ins.user_id')
        .select('sign_in_id')
        .where('sign_in_id', 'in', signInIds)
        .where('ended_at', 'is', null)
        .where('expires_at', '>', now)
        .where('last_used_at', '>', now - idleTime)
        .where('user_standing', '!=', 'suspended')
        .execute();
      return rows.map(({ sign_in_id }) => sign_in_id);
    },

    /** Notes a use of those of these sign-ins that have not ended and were last used in this time. */
    async noteUse(
      signInIds: readonly string[],
      { at, lastBefore, lastSince }: { at: number; lastBefore: number; lastSince: number },
    ): Promise<void> {
      await db
        .updateTable('sign_ins')
        .set({ last_used_at: at })
        .where('sign_in_id', 'in', signInIds)
        .where('ended_at', 'is', null)
        .where('last_used_at', '<', lastBefore)
        .where('last_used_at', '>', lastSince)
        .execute();
    },

    /** When the person's sign-ins ended that have ended since then; null for each that is active. */
    async endings(userId: string, since: number, now: number): Promise<(number | null)[]> {
      const rows = await db
        .selectFrom('sign_ins')
        .select('ended_at')
        .where('user_id', '=', userId)
        .where((row) =>
          row.or([
            row('ended_at', '>=', since),
            row.and([row('ended_at', 'is', null), row('expires_at', '>', now)]),
          ]),
        )
        .execute();
      return rows.map(({ ended_at }) => ended_at);
    },

    /** Devices and addresses of the person's sign-ins, including ended ones. */
    knownDevices(userId: string): Promise<{ device: string; address: string }[]> {
      return db
        .selectFrom('sign_ins')
        .select(['device', 'address'])
        .distinct()
        .where('user_id', '=', userId)
        .limit(1000)
        .execute();
    },

    /** Returns the ids of the sign-ins it ended. */
    async end(userId: string, which: { only?: string; except?: string }, reason: EndReason, at: number) {
      const ended = await db
        .updateTable('sign_ins')
        .set({ ended_at: at, ended_because: reason })
        .where('user_id', '=', userId)
        .where('ended_at', 'is', null)
        .$if(which.only !== undefined, (query) => query.where('sign_in_id', '=', which.only as string))
        .$if(which.except !== undefined, (query) => query.where('sign_in_id', '!=', which.except as string))
        .returning('sign_in_id')
        .execute();
      return ended.map((row) => row.sign_in_id);
    },

    /** Removes rows that ended or expired before then. */
    async sweep(before: number): Promise<void> {
      await db
        .deleteFrom('sign_ins')
        .where((row) => row.or([row('ended_at', '<', before), row('expires_at', '<', before)]))
        .execute();
      await db.deleteFrom('deleted_sign_ins').where('deleted_at', '<', before).execute();
    },
  };
}
