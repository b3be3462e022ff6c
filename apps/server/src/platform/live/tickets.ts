import { liveLimits } from '@polylogue/contract';
import type { Queries } from '../database/database.ts';
import type { SignedIn } from '../http/serve.ts';
import { expiringMap } from '../memory/expiring-map.ts';
import { hashOf, newSecret } from '../tokens/hash.ts';

/** Proof of who opens a socket: an access token in the address would end up in logs. */
export interface Tickets {
  issue(signedIn: SignedIn): Promise<string>;
  /** Whose ticket it is; undefined if it was used before or has expired. */
  use(ticket: string): Promise<SignedIn | undefined>;
}

/** Tickets that are unused at the same moment. */
const capacity = 100_000;

/** Tickets of the only node. After a restart thousands of browsers come back, and each would cost two commits. */
export function ownTickets(now: () => number): Tickets {
  const unused = expiringMap<SignedIn>(now, capacity);
  return {
    async issue({ userId, signInId }) {
      const ticket = newSecret();
      unused.set(ticket, { userId, signInId }, now() + liveLimits.ticket * 1_000);
      return ticket;
    },
    async use(ticket) {
      const signedIn = unused.get(ticket);
      unused.delete(ticket);
      return signedIn;
    },
  };
}

/** Tickets that are valid on every node. */
export function sharedTickets(db: Queries, now: () => number): Tickets & { sweep(): Promise<void> } {
  return {
    async issue({ userId, signInId }) {
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

    async use(ticket) {
      const row = await db
        .deleteFrom('live_tickets')
        .where('ticket_hash', '=', hashOf(ticket))
        .returning(['user_id', 'sign_in_id', 'expires_at'])
        .executeTakeFirst();
      return row && row.expires_at > now() ? { userId: row.user_id, signInId: row.sign_in_id } : undefined;
    },

    /** Removes unused tickets that have expired. */
    async sweep() {
      await db.deleteFrom('live_tickets').where('expires_at', '<=', now()).execute();
    },
  };
}
