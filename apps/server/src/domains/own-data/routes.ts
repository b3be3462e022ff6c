import { ownDataRoutes } from '@polylogue/contract';
import { leavingHeaders } from '../../platform/http/headers.ts';
import { type HttpDeps, serve } from '../../platform/http/serve.ts';
import type { AuthService } from '../auth/service.ts';
import type { OwnDataService } from './service.ts';

export interface OwnDataRouteDeps {
  ownData: OwnDataService;
  /** Checks the person's password; wrong ones count as everywhere. */
  proof: AuthService['proof'];
}

const hour = 60 * 60 * 1000;

/** Copying all of a person's data, and deleting their account. */
export function ownData(http: HttpDeps, { ownData, proof }: OwnDataRouteDeps) {
  const { app } = http;
  const { copies } = ownData;

  serve(http, ownDataRoutes, {
    startExport: async ({ body }, { userId, record }) => {
      const begun = await copies.begin(await proof.proved(userId, body.current_password));
      record('data-export-asked');
      return begun;
    },
    removeExport: async (_, { userId }) => {
      await copies.remove(userId);
      return {};
    },
    dataExport: (_, { userId }) => copies.state(userId),
    downloadExport: ({ params }) => copies.read(params.token),
    deleteAccount: async ({ body }, { userId, record }) => {
      await ownData.leave(userId, await proof.proved(userId, body.current_password));
      record('account-deleted');
      return { body: {}, headers: leavingHeaders };
    },
  });

  const sweep = () => ownData.sweep().catch((error) => app.log.error({ err: error }, 'sweep'));
  const sweeper = setInterval(sweep, hour).unref();
  app.addHook('onReady', async () => void sweep());
  app.addHook('onClose', async () => clearInterval(sweeper));
}
