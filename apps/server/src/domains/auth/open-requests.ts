import type { Queries } from '../../platform/database/database.ts';
import type { AccountRow } from '../users/service.ts';
import type { MailCodes } from './codes.ts';

/** The part of data exports that accounts use. */
export interface DataExports {
  /** Ends the copy that is being made or can be downloaded. */
  end(userId: string, on: Queries): Promise<void>;
}

/** Requests that may still affect an account later. */
export function openRequests({ codes, dataExports }: { codes: MailCodes; dataExports: DataExports }) {
  return {
    /** Invalidates requests made with the old password, and old mails. */
    async invalidate(
      on: Queries,
      { user_id, email_canonical }: Pick<AccountRow, 'user_id' | 'email_canonical'>,
    ) {
      await codes.end(on, user_id, email_canonical);
      await dataExports.end(user_id, on);
    },
  };
}
export type OpenRequests = ReturnType<typeof openRequests>;
