import { fileRoutes } from '@polylogue/contract';
import { scheduleMaintenance } from '../../platform/files/maintenance.ts';
import { type HttpDeps, serve } from '../../platform/http/serve.ts';
import type { FileService } from './service.ts';

/** Uploads, and what members do with their own. */
export function serveFiles(http: HttpDeps, service: FileService) {
  serve(http, fileRoutes, {
    upload: ({ file }, caller) => service.upload(file, caller),
    download: ({ params }) => service.download.read(params.id),
    thumbnail: ({ params }) => service.download.readThumbnail(params.id),
    ownFiles: ({ query }, { userId }) => service.own.list(userId, query.after),
    deleteFile: async ({ query }, { userId }) => {
      await service.own.remove(userId, query.file_id);
      return {};
    },
  });

  scheduleMaintenance(http.app, service);
}
