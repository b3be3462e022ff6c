import { ownDataRoutes } from '@polylogue/contract';
import { leavingHeaders } from '../../platform/http/headers.ts';
import { type HttpDeps, serve } from '../../platform/http/serve.ts';
import type { AuthService } from '../auth/service.ts';
import type { OwnDataService } from './service.ts';

export interface OwnDataRouteDeps {
  ownData: OwnDataService;
  /** Checks the person's password; wrong ones count as failed attempts. */
  passwordCheck: AuthService['passwordCheck'];
}

const hour = 60 * 60 * 1000;

/** Copying all of a person's data, and deleting their account. */
export function serveOwnData(http: HttpDeps, { ownData, passwordCheck }: OwnDataRouteDeps) {
  const { app } = http;
  const { dataExports } = ownData;

  serve(http, ownDataRoutes, {
    startExport: async ({ body }, { userId, record }) => {
      const begun = await dataExports.begin(
        await passwordCheck.requirePassword(userId, body.current_password),
      );
      record('data-export-asked');
      return begun;
    },
    removeExport: async (_, { userId }) => {
      await dataExports.remove(userId);
      return {};
    },
    dataExport: (_, { userId }) => dataExports.state(userId),
    downloadExport: ({ params }) => dataExports.read(params.token),
    deleteAccount: async ({ body }, { userId, record }) => {
      await ownData.deleteAccount(userId, await passwordCheck.requirePassword(userId, body.current_password));
      record('account-deleted');
      return { body: {}, headers: leavingHeaders };
    },
  });

  const sweep = () => ownData.sweep().catch((error) => app.log.error({ err: error }, 'sweep'));
  const sweeper = setInterval(sweep, hour).unref();
  app.addHook('onReady', async () => void sweep());
  app.addHook('onClose', async () => clearInterval(sweeper));
}
