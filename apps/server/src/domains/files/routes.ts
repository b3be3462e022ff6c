import { fileRoutes } from '@polylogue/contract';
import { type Door, serve } from '../../platform/http/serve.ts';
import type { FileService } from './service.ts';

const tenMinutes = 10 * 60 * 1000;
const day = 24 * 60 * 60 * 1000;

/** Uploads, and what members do with theirs. */
export function files(door: Door, service: FileService) {
  const { app } = door;

  serve(door, fileRoutes, {
    upload: ({ file }, caller) => service.keep(file, caller),
    download: ({ params }) => service.read(params.id),
    thumbnail: ({ params }) => service.readThumbnail(params.id),
    ownFiles: ({ query }, { userId }) => service.own(userId, query.after),
    deleteFile: async ({ query }, { userId }) => {
      await service.remove(userId, query.file_id);
      return {};
    },
  });

  const running = new Set<Promise<void>>();
  function begin(work: Promise<void>) {
    const logged = work.catch((error) => app.log.error({ err: error }, 'sweep'));
    running.add(logged);
    void logged.finally(() => running.delete(logged));
  }
  const sweeper = setInterval(() => begin(service.sweep()), tenMinutes).unref();
  const tidier = setInterval(() => begin(service.tidy()), day).unref();
  app.addHook('onReady', async () => {
    await service.begin();
    // Nobody waits for it: the folder may be long.
    begin(service.tidy());
  });
  app.addHook('onClose', async () => {
    clearInterval(sweeper);
    clearInterval(tidier);
    await Promise.all(running);
  });
}
