import type { Queries } from '../../platform/database/database.ts';
import { RefusedError, refuse } from '../../platform/http/refuse.ts';
import { refuseAfter } from '../../platform/http/serve.ts';
import type { Patience } from '../../platform/limits/patience.ts';
import type { Passwords } from '../../platform/tokens/passwords.ts';
import type { Account, UserService } from '../users/service.ts';

export interface ProofDeps {
  users: Pick<UserService, 'account' | 'lock'>;
  passwords: Passwords;
  tries: Patience;
}

/** Lets a signed-in person prove the password before something that only the account's owner may do. */
export function proof({ users, passwords, tries }: ProofDeps) {
  return {
    /** The account of a signed-in person, if the password is right. */
    async proved(userId: string, password: string): Promise<Account> {
      const account = (await users.account(userId)) ?? refuse('signed-out', 'This account does not exist.');
      const key = `${userId} password`;
      refuseAfter(await tries.attempt(key));
      const { isRight } = await passwords.verify(account.hashed_password, password).catch(async (error) => {
        if (error instanceof RefusedError) await tries.takeBack(key);
        throw error;
      });
      if (!isRight) refuse('wrong-password', 'The current password is wrong.');
      await tries.forgive(key);
      return account;
    },

    /** For the transaction that relies on it: the proved password is still current. Returns the account, locked. */
    async stillProved(account: Account, on: Queries): Promise<Account> {
      await users.lock(account.user_id, on);
      const current = await users.account(account.user_id, on);
      return current?.hashed_password === account.hashed_password ? current : changedMeanwhile();
    },
  };
}
export type Proof = ReturnType<typeof proof>;

export function changedMeanwhile(): never {
  return refuse('wrong-password', 'The password was changed meanwhile. Please sign in again.');
}
