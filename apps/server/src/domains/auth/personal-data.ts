import type { Database, Queries } from '../../platform/database/database.ts';
import { mailsTo } from '../../platform/mail/send-mail.ts';
import type { AccountRow, UserService } from '../users/service.ts';
import { personalDataStore } from './personal-data-store.ts';

/** Stored data about a person's sign-ins: included in the copy of their data, and deleted with their account. */
export function personalData(
  { db, afterCommit }: Pick<Database, 'db' | 'afterCommit'>,
  accountBy: UserService['accountBy'],
  ended: (userId: string) => void,
  now: () => number,
) {
  const instant = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString());

  return {
    async collect(userId: string): Promise<Record<string, unknown>> {
      const signIns = await personalDataStore(db).signIns(userId);
      const codes = await personalDataStore(db).codes(userId);
      return {
        'sign-ins': signIns.map((row) => ({
          device: row.device,
          address: row.address,
          created_at: instant(row.created_at),
          last_used_at: instant(row.last_used_at),
          ended_at: instant(row.ended_at),
          ended_because: row.ended_because,
        })),
        'mailed-links': codes.map((row) => ({
          purpose: row.purpose,
          email: row.email,
          created_at: instant(row.created_at),
          used_at: instant(row.used_at),
        })),
      };
    },

    /**
     * Signs the person out everywhere, invalidates every mailed link and deletes both. Returns the `about` values of the
     * jobs for mails that are still waiting.
     */
    async forget({ user_id, email, email_canonical }: AccountRow, on: Queries): Promise<string[]> {
      const codes = await personalDataStore(on).codes(user_id);
      await personalDataStore(on).forget(user_id, email_canonical, now());
      afterCommit(() => ended(user_id));
      const about = new Set([mailsTo(email)]);
      for (const address of new Set(codes.map((code) => code.email))) {
        // Someone can ask for a link to an address that is another person's, who goes on waiting for their mails.
        const owner = await accountBy({ email: address }, on);
        if (owner === undefined || owner.user_id === user_id) about.add(mailsTo(address));
      }
      return [...about];
    },
  };
}
