import { fileRoutes } from '@polylogue/contract';
import { notYet } from '../../platform/http/not-yet.ts';
import { type Door, serve } from '../../platform/http/serve.ts';
import { type FileDeps, fileService } from './service.ts';

const tenMinutes = 10 * 60 * 1000;

/** Uploads. */
export function files(door: Door, deps: FileDeps) {
  const { app } = door;
  const service = fileService(deps);

  serve(door, fileRoutes, {
    upload: ({ file }, { address }) => service.keep(file, address),
    ...(notYet({ thumbnail: 0, ownFiles: 0, deleteFile: 0 }) as {
      thumbnail: never;
      ownFiles: never;
      deleteFile: never;
    }),
    download: ({ params }) => service.read(params.id),
  });

  const sweeper = setInterval(
    () => service.sweep().catch((error) => app.log.error({ err: error }, 'sweep')),
    tenMinutes,
  ).unref();
  app.addHook('onReady', () => service.begin());
  app.addHook('onClose', async () => clearInterval(sweeper));
}
