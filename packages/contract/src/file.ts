import { z } from 'zod';
import { routes } from './route.ts';

/** 128 random bits or more: whoever knows the id may read the file. */
export const FileId = z.string().regex(/^[0-9a-f]{32}$/);
export type FileId = z.infer<typeof FileId>;

/** A file a person has uploaded. */
export const StoredFile = z.object({
  /** Absolute, on our own origin. */
  url: z.url(),
  /** The person's own name for it, made safe to show. */
  name: z.string().min(1).max(200),
  /** Bytes. */
  size: z.int().positive(),
  /** What its content is, whatever was declared. */
  media_type: z.string(),
  /** From then on its url answers 404. */
  expires_at: z.iso.datetime(),
});
export type StoredFile = z.infer<typeof StoredFile>;

export const fileRoutes = routes({
  upload: {
    method: 'POST',
    path: '/api/upload',
    says: 'Upload one document, image or video',
    access: 'anyone',
    limit: 'upload',
    file: 'file',
    reply: StoredFile,
    refusals: [
      'foreign-site',
      'too-large',
      'wrong-content-type',
      'wrong-file-type',
      'too-many',
      'quota-used',
      'no-room',
    ],
  },
  download: {
    method: 'GET',
    path: '/files/:id',
    says: 'The content of an uploaded file',
    access: 'anyone',
    params: z.object({ id: FileId }),
    reply: 'bytes',
    refusals: ['not-found', 'out-of-range'],
  },
});
