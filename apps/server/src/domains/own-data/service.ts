import type { AuthService } from '../auth/service.ts';
import type { UserService } from '../users/service.ts';
import { accountSources } from './account-sources.ts';
import { type CopyDeps, copies as copiesOf } from './copies.ts';
import { departures as departuresOf } from './departures.ts';
import { type LeaveDeps, leave } from './leave.ts';

export { leave } from './leave.ts';

export interface OwnDataDeps extends CopyDeps, LeaveDeps {
  users: UserService;
  auth: AuthService;
  jobs: CopyDeps['jobs'] & LeaveDeps['jobs'];
}

/** What people can request about all the data stored about them: a copy, and its deletion. */
export function ownDataService(deps: OwnDataDeps) {
  const sources = [...accountSources(deps), ...deps.sources];
  const copies = copiesOf({ ...deps, sources });
  const departures = departuresOf({ ...deps, sources: [copies.source, ...sources] });

  return {
    copies,
    leave: leave(deps),

    /** For the job runner. */
    jobHandlers: { ...copies.jobHandlers, ...departures.jobHandlers },

    /** Resumes interrupted work, and removes what has expired. */
    async sweep(): Promise<void> {
      await departures.resume();
      await copies.sweep();
      await deps.users.leaving.forgetRetired();
    },
  };
}
export type OwnDataService = ReturnType<typeof ownDataService>;
