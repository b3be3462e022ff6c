import { waiverVersion } from '@polylogue/contract';
import { type AuthDeps, authService } from './domains/auth/service.ts';
import { type Relations, strangers, type UserDeps, userService } from './domains/users/service.ts';

interface AccountDeps
  extends Omit<AuthDeps, 'users' | 'waiver' | 'steady'>,
    Partial<Pick<AuthDeps, 'steady'>>,
    Pick<UserDeps, 'pictures' | 'sendsMail'> {
  /** How people are related to each other; by default all are strangers. */
  relations?: Relations;
}

/** Accounts and sign-ins, for both the server and the command line. */
export function accounts({ relations = strangers, ...deps }: AccountDeps) {
  const users = userService({ ...deps, relations, waiver: waiverVersion });
  return { users, auth: authService({ steady: deps.now, ...deps, users, waiver: waiverVersion }) };
}
