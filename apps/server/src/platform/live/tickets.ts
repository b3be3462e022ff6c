import { liveLimits } from '@polylogue/contract';
import type { Queries } from '../database/database.ts';
import type { SignedIn } from '../http/serve.ts';
import { hashOf, newSecret } from '../tokens/hash.ts';

/** Proof of who opens a socket: an access token in the address would end up in logs. */
export function tickets(db: Queries, now: () => number) {
  return {
    async issue({ userId, signInId }: SignedIn): Promise<string> {
      const ticket = newSecret();
      await db
        .insertInto('live_tickets')
        .values({
          ticket_hash: hashOf(ticket),
          user_id: userId,
          sign_in_id: signInId,
          expires_at: now() + liveLimits.ticket * 1_000,
        })
        .execute();
      return ticket;
    },

    /** Whose ticket it is; undefined if it was used before or has expired. */
    async use(ticket: string): Promise<SignedIn | undefined> {
      const row = await db
        .deleteFrom('live_tickets')
        .where('ticket_hash', '=', hashOf(ticket))
        .returning(['user_id', 'sign_in_id', 'expires_at'])
        .executeTakeFirst();
      return row && row.expires_at > now() ? { userId: row.user_id, signInId: row.sign_in_id } : undefined;
    },

    /** Removes unused tickets that have expired. */
    async sweep(): Promise<void> {
      await db.deleteFrom('live_tickets').where('expires_at', '<=', now()).execute();
    },
  };
}
export type Tickets = ReturnType<typeof tickets>;
