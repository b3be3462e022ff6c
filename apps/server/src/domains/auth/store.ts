import type { Insertable, Selectable } from 'kysely';
import type { Queries } from '../../platform/database/database.ts';
import type { Tables } from '../../platform/database/tables.ts';
import { hashOf } from '../../platform/tokens/hash.ts';
import type { UserWithWaiver } from '../users/service.ts';

export type SignInRow = Selectable<Tables['sign_ins']>;
export type MailTokenRow = Selectable<Tables['mail_tokens']>;
export type CodePurpose = MailTokenRow['purpose'];
export type EndReason =
  | 'signed-out'
  | 'ended'
  | 'too-many'
  | 'replayed'
  | 'password-changed'
  | 'password-reset'
  | 'email-undone'
  | 'suspended';

/** What decides whether an access token is still valid, with its account. */
export type SignedInRow = UserWithWaiver &
  Pick<SignInRow, 'ended_at' | 'expires_at' | 'generation' | 'is_successor_used'>;

/** One exchange of a refresh token: succeeds only if `presented` is still the newest. */
export interface Exchange {
  signInId: string;
  presented: string;
  next: string;
  successor: string;
  at: number;
  /** The earliest time of its last use. */
  usedSince: number;
}

/** Sign-ins, mailed codes, invitations and signing keys, on the database or in a transaction. */
export function authStore(db: Queries) {
  const active = (userId: string, now: number) =>
    db
      .selectFrom('sign_ins')
      .where('user_id', '=', userId)
      .where('ended_at', 'is', null)
      .where('expires_at', '>', now);

  // Built once: used with nearly every request.
  const signedIn = db
    .selectFrom('sign_ins')
    .innerJoin('users', 'users.user_id', 'sign_ins.user_id')
    .leftJoin('waivers', (join) =>
      join.onRef('waivers.user_id', '=', 'users.user_id').on('waivers.version', '=', ''),
    )
    .selectAll('users')
    .select([
      'waivers.accepted_at',
      'sign_ins.ended_at',
      'sign_ins.expires_at',
      'sign_ins.generation',
      'sign_ins.is_successor_used',
    ])
    .where('sign_ins.sign_in_id', '=', '')
    .compile();

  return {
    async addSignIn(row: Insertable<Tables['sign_ins']>): Promise<void> {
      await db.insertInto('sign_ins').values(row).execute();
    },

    /** A sign-in with its person, and when they accepted this version of the waiver. */
    async signedIn(signInId: string, waiver: string): Promise<SignedInRow | undefined> {
      const { rows } = await db.executeQuery({
        ...signedIn,
        parameters: [waiver, signInId],
      } as typeof signedIn);
      return rows[0];
    },

    signIn(signInId: string): Promise<SignInRow | undefined> {
      return db.selectFrom('sign_ins').selectAll().where('sign_in_id', '=', signInId).executeTakeFirst();
    },

    /** Whether it was deleted with its account, not long ago. */
    async wasDeleted(signInId: string): Promise<boolean> {
      const row = await db
        .selectFrom('deleted_sign_ins')
        .select('deleted_at')
        .where('sign_in_hash', '=', hashOf(signInId))
        .executeTakeFirst();
      return row !== undefined;
    },

    /** Newest first. */
    activeOf(userId: string, now: number): Promise<SignInRow[]> {
      return active(userId, now)
        .selectAll()
        .orderBy('last_used_at', 'desc')
        .orderBy('sign_in_id', 'desc')
        .execute();
    },

    /** Which of these sign-ins, of any account, have neither ended nor expired. */
    async activeAmong(signInIds: readonly string[], now: number): Promise<string[]> {
      const rows = await db
        .selectFrom('sign_ins')
        .innerJoin('users', 'users.user_id', 'sign_ins.user_id')
        .select('sign_in_id')
        .where('sign_in_id', 'in', signInIds)
        .where('ended_at', 'is', null)
        .where('expires_at', '>', now)
        .where('user_standing', '!=', 'suspended')
        .execute();
      return rows.map(({ sign_in_id }) => sign_in_id);
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

    /** One compare-and-swap; undefined if the presented token is not the newest, or too old. */
    exchange({ signInId, presented, next, successor, at, usedSince }: Exchange) {
      return db
        .updateTable('sign_ins')
        .set((row) => ({
          refresh_hash: next,
          parent_hash: presented,
          successor,
          generation: row('generation', '+', 1),
          is_successor_used: false,
          last_used_at: at,
        }))
        .where('sign_in_id', '=', signInId)
        .where('refresh_hash', '=', presented)
        .where('ended_at', 'is', null)
        .where('expires_at', '>', at)
        .where('last_used_at', '>', usedSince)
        .returning(['user_id', 'generation'])
        .executeTakeFirst();
    },

    async markSuccessorUsed(signInId: string, generation: number): Promise<void> {
      await db
        .updateTable('sign_ins')
        .set({ is_successor_used: true })
        .where('sign_in_id', '=', signInId)
        .where('generation', '=', generation)
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

    async addCode(row: Omit<MailTokenRow, 'used_at'>): Promise<void> {
      await db.insertInto('mail_tokens').values(row).execute();
    },

    /** Invalidates the person's unused codes for these purposes, except those issued before `since`. */
    async invalidateCodes(userId: string, purposes: CodePurpose[], at: number, since = 0): Promise<void> {
      await db
        .updateTable('mail_tokens')
        .set({ used_at: at })
        .where('user_id', '=', userId)
        .where('purpose', 'in', purposes)
        .where('created_at', '>=', since)
        .where('used_at', 'is', null)
        .execute();
    },

    /** The codes for this purpose that still work at that time, oldest first. */
    validCodes(userId: string, purpose: CodePurpose, at: number): Promise<MailTokenRow[]> {
      return db
        .selectFrom('mail_tokens')
        .selectAll()
        .where('user_id', '=', userId)
        .where('purpose', '=', purpose)
        .where('used_at', 'is', null)
        .where('expires_at', '>', at)
        .orderBy('created_at')
        .execute();
    },

    code(hash: string): Promise<MailTokenRow | undefined> {
      return db.selectFrom('mail_tokens').selectAll().where('token_hash', '=', hash).executeTakeFirst();
    },

    /** One compare-and-swap: of several callers with the same code, one gets it. */
    redeemCode(hash: string, purpose: CodePurpose, at: number) {
      return db
        .updateTable('mail_tokens')
        .set({ used_at: at })
        .where('token_hash', '=', hash)
        .where('purpose', '=', purpose)
        .where('used_at', 'is', null)
        .where('expires_at', '>', at)
        .returning(['user_id', 'email', 'created_at'])
        .executeTakeFirst();
    },

    async addInvite(row: {
      code_hash: string;
      email: string | null;
      created_at: number;
      expires_at: number;
    }) {
      await db.insertInto('invites').values(row).execute();
    },

    /** Whether it is for this address or for any, and neither used nor expired. */
    async isValidInvite(hash: string, email: string, at: number): Promise<boolean> {
      const row = await db
        .selectFrom('invites')
        .select('code_hash')
        .where('code_hash', '=', hash)
        .where('used_at', 'is', null)
        .where('expires_at', '>', at)
        .where((row) => row.or([row('email', 'is', null), row('email', '=', email)]))
        .executeTakeFirst();
      return row !== undefined;
    },

    /** False unless it is valid. */
    async redeemInvite(hash: string, email: string, userId: string, at: number): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('invites')
        .set({ used_at: at, used_by: userId })
        .where('code_hash', '=', hash)
        .where('used_at', 'is', null)
        .where('expires_at', '>', at)
        .where((row) => row.or([row('email', 'is', null), row('email', '=', email)]))
        .executeTakeFirstOrThrow();
      return numUpdatedRows === 1n;
    },

    /** Newest first. */
    keys(): Promise<Selectable<Tables['signing_keys']>[]> {
      return db.selectFrom('signing_keys').selectAll().orderBy('created_at', 'desc').orderBy('kid').execute();
    },

    async addKey(row: Omit<Selectable<Tables['signing_keys']>, 'retired_at'>): Promise<void> {
      await db.insertInto('signing_keys').values(row).execute();
    },

    async retireKeysExcept(kid: string, at: number): Promise<void> {
      await db
        .updateTable('signing_keys')
        .set({ retired_at: at })
        .where('kid', '!=', kid)
        .where('retired_at', 'is', null)
        .execute();
    },

    /** Removes rows that ended or expired before then. */
    async sweep(before: number): Promise<void> {
      await db
        .deleteFrom('sign_ins')
        .where((row) => row.or([row('ended_at', '<', before), row('expires_at', '<', before)]))
        .execute();
      await db.deleteFrom('deleted_sign_ins').where('deleted_at', '<', before).execute();
      await db.deleteFrom('mail_tokens').where('expires_at', '<', before).execute();
      await db.deleteFrom('invites').where('expires_at', '<', before).execute();
      await db.deleteFrom('signing_keys').where('retired_at', '<', before).execute();
    },
  };
}
