import type { AuthService } from '../auth/service.ts';
import type { UserService } from '../users/service.ts';
import { accountRemoval as accountRemovalOf } from './account-removal.ts';
import { accountSources } from './account-sources.ts';
import { type DataExportDeps, dataExports as dataExportsOf } from './data-exports.ts';
import { type DeleteAccountDeps, deleteAccount } from './delete-account.ts';

export { deleteAccount } from './delete-account.ts';

export interface OwnDataDeps extends DataExportDeps, DeleteAccountDeps {
  users: UserService;
  auth: AuthService;
  jobs: DataExportDeps['jobs'] & DeleteAccountDeps['jobs'];
}

/** What people can request about all the data stored about them: a copy, and its deletion. */
export function ownDataService(deps: OwnDataDeps) {
  const sources = [...accountSources(deps), ...deps.sources];
  const dataExports = dataExportsOf({ ...deps, sources });
  const accountRemoval = accountRemovalOf({ ...deps, sources: [dataExports.source, ...sources] });

  return {
    dataExports,
    deleteAccount: deleteAccount(deps),

    /** For the job runner. */
    jobHandlers: { ...dataExports.jobHandlers, ...accountRemoval.jobHandlers },

    /** Resumes interrupted work, and removes what has expired. */
    async sweep(): Promise<void> {
      await accountRemoval.resume();
      await dataExports.sweep();
      await deps.users.deletion.forgetRetired();
    },
  };
}
export type OwnDataService = ReturnType<typeof ownDataService>;
