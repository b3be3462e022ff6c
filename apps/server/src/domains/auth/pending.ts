import type { Queries } from '../../platform/database/database.ts';
import type { Account } from '../users/service.ts';
import type { MailCodes } from './codes.ts';

/** Copies of people's data, as far as accounts are concerned. */
export interface Copies {
  /** Ends the one that is being made or can be downloaded. */
  end(userId: string, on: Queries): Promise<void>;
}

/** What may still happen to an account because somebody asked for it once. */
export function pending({ codes, copies }: { codes: MailCodes; copies: Copies }) {
  return {
    /** Requests made with the old password, and old mails, stop working. */
    async end(on: Queries, { user_id, email_canonical }: Pick<Account, 'user_id' | 'email_canonical'>) {
      await codes.end(on, user_id, email_canonical);
      await copies.end(user_id, on);
    },
  };
}
export type Pending = ReturnType<typeof pending>;
