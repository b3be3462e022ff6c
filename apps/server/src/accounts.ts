import { type AuthDeps, authService } from './domains/auth/service.ts';
import { waiverVersion } from './domains/legal/service.ts';
import { userService } from './domains/users/service.ts';

/** People and how they sign in, for the server and the command line alike. */
export function accounts(deps: Omit<AuthDeps, 'users' | 'steady'> & Partial<Pick<AuthDeps, 'steady'>>) {
  const users = userService({ db: deps.database.db, waiver: waiverVersion, now: deps.now });
  return { users, auth: authService({ steady: deps.now, ...deps, users }) };
}
