import type { Queries } from '../../platform/database/database.ts';
import type { Account } from '../users/service.ts';
import type { MailCodes } from './codes.ts';

/** The part of the copies of people's data that accounts use. */
export interface Copies {
  /** Ends the copy that is being made or can be downloaded. */
  end(userId: string, on: Queries): Promise<void>;
}

/** Requests that may still affect an account later. */
export function pending({ codes, copies }: { codes: MailCodes; copies: Copies }) {
  return {
    /** Invalidates requests made with the old password, and old mails. */
    async end(on: Queries, { user_id, email_canonical }: Pick<Account, 'user_id' | 'email_canonical'>) {
      await codes.end(on, user_id, email_canonical);
      await copies.end(user_id, on);
    },
  };
}
export type Pending = ReturnType<typeof pending>;
