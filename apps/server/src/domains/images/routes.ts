import { imageRoutes } from '@polylogue/contract';
import { scheduleMaintenance } from '../../platform/files/maintenance.ts';
import { type HttpDeps, serve } from '../../platform/http/serve.ts';
import type { ImageService } from './service.ts';

/** Pictures that people show of themselves. */
export function serveImages(http: HttpDeps, service: ImageService) {
  serve(http, imageRoutes, {
    place: (_, { userId }) => service.requestUpload(userId, 'cover'),
    profilePicturePlace: (_, { userId }) => service.requestUpload(userId, 'profile'),
    uploadImage: ({ params, file }) => service.upload(params.token, file),
    image: ({ params }) => service.read(params.id, params.variant),
  });

  scheduleMaintenance(http.app, service);
}
