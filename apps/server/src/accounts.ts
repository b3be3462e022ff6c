import { type AuthDeps, authService } from './domains/auth/service.ts';
import { waiverVersion } from './domains/legal/service.ts';
import { type Pictures, type Relations, strangers, userService } from './domains/users/service.ts';

interface AccountDeps extends Omit<AuthDeps, 'users' | 'steady'>, Partial<Pick<AuthDeps, 'steady'>> {
  /** How people stand to each other; where nobody asks, all are strangers. */
  relations?: Relations;
  /** Whose pictures are whose; where nobody changes a profile, nobody's. */
  pictures?: Pictures;
}

const nobodys: Pictures = { isOwn: async () => false };

/** People and how they sign in, for the server and the command line alike. */
export function accounts({ relations = strangers, pictures = nobodys, ...deps }: AccountDeps) {
  const { database, now, steady = now } = deps;
  const users = userService({ database, relations, pictures, waiver: waiverVersion, now, steady });
  return { users, auth: authService({ ...deps, steady, users }) };
}
