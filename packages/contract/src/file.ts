import { z } from 'zod';
import { defineRoutes } from './route.ts';
import { Instant } from './user-id.ts';

/** 128 random bits or more: anyone who knows the id may read the file. */
export const FileId = z
  .string()
  .max(32, { abort: true })
  .regex(/^[0-9a-f]{32}$/);
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
  created_at: Instant,
  /** From then on its url answers 404; null: it stays until its owner deletes it. */
  expires_at: Instant.nullable(),
  /** A small picture of it, where it is one. */
  thumbnail_url: z.url().nullable(),
});
export type StoredFile = z.infer<typeof StoredFile>;

/** What a person has uploaded, newest first, a page at a time, and how much of their room it takes. */
export const OwnFiles = z.object({
  files: z.array(StoredFile.extend({ file_id: FileId })),
  /** To be sent as `after` for the next page; null: this is the last one. */
  next: z.string().nullable(),
  /** Bytes of all of them, and of the copy of the person's data while there is one. */
  used: z.int(),
  /** Bytes of that copy. */
  copy: z.int(),
  /** Bytes of those that messages of conversations carry; they are not in the list. */
  in_conversations: z.int(),
  /** Bytes that all of them may take. */
  quota: z.int(),
  /** How many they are. */
  used_files: z.int(),
  /** How many they may be. */
  quota_files: z.int(),
});
export type OwnFiles = z.infer<typeof OwnFiles>;

export const fileRoutes = defineRoutes({
  upload: {
    method: 'POST',
    path: '/api/upload',
    summary:
      'Upload one document, image or video; kept until its owner deletes it, or for a day without a sign-in',
    access: 'anyone',
    signInCounts: true,
    limit: 'upload',
    file: 'file',
    reply: StoredFile,
    refusals: [
      'foreign-site',
      'signed-out',
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
    summary: 'The content of an uploaded file',
    access: 'anyone',
    params: z.object({ id: FileId }),
    reply: 'bytes',
    refusals: ['not-found', 'out-of-range'],
  },
  thumbnail: {
    method: 'GET',
    path: '/files/:id/thumbnail',
    summary: 'A small picture of an uploaded image',
    access: 'anyone',
    params: z.object({ id: FileId }),
    reply: 'bytes',
    refusals: ['not-found', 'out-of-range'],
  },
  ownFiles: {
    method: 'GET',
    path: '/api/v1/user/me/files',
    summary: 'The files that the signed-in person has uploaded, newest first',
    access: 'signed-in',
    limit: 'sync',
    query: z.object({ after: z.string().max(100).optional() }),
    reply: OwnFiles,
    refusals: ['too-many'],
  },
  deleteFile: {
    method: 'DELETE',
    path: '/api/v1/user/me/files',
    summary: 'Delete a file; its url leads nowhere from then on',
    access: 'signed-in',
    limit: 'account',
    query: z.object({ file_id: z.string().max(200) }),
    reply: z.object({}),
    refusals: ['not-found', 'too-many'],
  },
});
