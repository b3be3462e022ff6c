import { ownDataRoutes } from '@polylogue/contract';
import { type Door, serve } from '../../platform/http/serve.ts';
import type { AuthService } from '../auth/service.ts';
import type { OwnDataService } from './service.ts';

export interface OwnDataRouteDeps {
  ownData: OwnDataService;
  /** Refuses unless the password is the person's; wrong ones count as everywhere. */
  proved: AuthService['passwords']['proved'];
}

const hour = 60 * 60 * 1000;

/** A copy of everything, and the end of the account. */
export function ownData(door: Door, { ownData, proved }: OwnDataRouteDeps) {
  const { app } = door;
  const { copies } = ownData;

  serve(door, ownDataRoutes, {
    startExport: async ({ body }, { userId, record }) => {
      await proved(userId, body.current_password);
      const begun = await copies.begin(userId);
      record('data-export-asked');
      return begun;
    },
    dataExport: (_, { userId }) => copies.state(userId),
    downloadExport: ({ params }) => copies.read(params.token),
    deleteAccount: async ({ body }, { userId, record }) => {
      await proved(userId, body.current_password);
      await ownData.leave(userId);
      record('account-deleted');
      return {};
    },
  });

  const sweep = () => ownData.sweep().catch((error) => app.log.error({ err: error }, 'sweep'));
  const sweeper = setInterval(sweep, hour).unref();
  app.addHook('onReady', async () => void sweep());
  app.addHook('onClose', async () => clearInterval(sweeper));
}
