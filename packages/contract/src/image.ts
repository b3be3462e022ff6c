import { z } from 'zod';
import { defineRoutes } from './route.ts';

/** Where a picture may be posted, once, as multipart with the field `file`. */
const UploadPlace = z.object({ upload_url: z.url() });

/** The answer of an image service, ours or Cloudflare's. */
export const StoredImage = z.object({
  success: z.boolean(),
  errors: z.array(z.object({ code: z.number(), message: z.string() })),
  result: z.object({
    id: z.string(),
    /** Urls of its sizes; the one to keep ends in `public`. */
    variants: z.array(z.string()),
  }),
});
export type StoredImage = z.infer<typeof StoredImage>;

export const ImageVariant = z.enum(['public', 'small']);
export type ImageVariant = z.infer<typeof ImageVariant>;

const ImageId = z
  .string()
  .max(32, { abort: true })
  .regex(/^[0-9a-f]{32}$/);

export const imageRoutes = defineRoutes({
  place: {
    method: 'POST',
    path: '/api/v1/user/me/image',
    summary: 'Ask for a place to upload a cover picture to',
    access: 'signed-in',
    limit: 'image',
    reply: UploadPlace,
    refusals: ['too-many', 'quota-used'],
  },
  profilePicturePlace: {
    method: 'POST',
    path: '/api/v1/user/me/profile_picture',
    summary: 'Ask for a place to upload a profile picture to',
    access: 'signed-in',
    limit: 'image',
    reply: UploadPlace,
    refusals: ['too-many', 'quota-used'],
  },
  uploadImage: {
    method: 'POST',
    path: '/api/v1/images/:token',
    summary: 'Upload a picture to the place that was asked for; its url is the right to do so, once',
    access: 'anyone',
    limit: 'image',
    params: z.object({ token: z.string().min(16).max(400) }),
    file: 'file',
    reply: StoredImage,
    refusals: [
      'foreign-site',
      'not-found',
      'too-large',
      'wrong-content-type',
      'wrong-file-type',
      'too-many',
      'no-room',
    ],
  },
  image: {
    method: 'GET',
    path: '/images/:id/:variant',
    summary: 'A picture of a person',
    access: 'anyone',
    params: z.object({ id: ImageId, variant: ImageVariant }),
    reply: 'bytes',
    refusals: ['not-found', 'out-of-range'],
  },
});
