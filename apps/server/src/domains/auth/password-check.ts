import type { Queries } from '../../platform/database/database.ts';
import { RefusedError, refuse } from '../../platform/http/refuse.ts';
import { refuseAfter } from '../../platform/http/serve.ts';
import type { AttemptThrottle } from '../../platform/limits/attempt-throttle.ts';
import type { Passwords } from '../../platform/tokens/passwords.ts';
import type { AccountRow, UserService } from '../users/service.ts';

export interface PasswordCheckDeps {
  users: Pick<UserService, 'account' | 'lock'>;
  passwords: Passwords;
  tries: AttemptThrottle;
}

/** Requires the password of a signed-in member again before an action reserved for the account's owner. */
export function passwordCheck({ users, passwords, tries }: PasswordCheckDeps) {
  return {
    /** The account of a signed-in person, if the password is right. */
    async requirePassword(userId: string, password: string): Promise<AccountRow> {
      const account = (await users.account(userId)) ?? refuse('signed-out', 'This account does not exist.');
      const key = `${userId} password`;
      refuseAfter(await tries.attempt(key));
      const { isRight } = await passwords.verify(account.hashed_password, password).catch(async (error) => {
        if (error instanceof RefusedError) await tries.cancel(key);
        throw error;
      });
      if (!isRight) refuse('wrong-password', 'The current password is wrong.');
      await tries.reset(key);
      return account;
    },

    /** In the transaction that relies on the check: locks the account, and refuses if its password changed meanwhile. */
    async requireUnchanged(account: AccountRow, on: Queries): Promise<AccountRow> {
      await users.lock(account.user_id, on);
      const current = await users.account(account.user_id, on);
      return current?.hashed_password === account.hashed_password ? current : changedMeanwhile();
    },
  };
}
export type PasswordCheck = ReturnType<typeof passwordCheck>;

export function changedMeanwhile(): never {
  return refuse('wrong-password', 'The password was changed in the meantime. Sign in again.');
}
