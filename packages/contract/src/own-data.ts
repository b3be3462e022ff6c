import { z } from 'zod';
import { defineRoutes } from './route.ts';
import { Instant } from './user-id.ts';

/** The copy of everything a person has here, while it is made and until it expires. */
export const DataExport = z.object({
  state: z.enum(['none', 'working', 'ready', 'failed']),
  /** From 0 to 1. */
  progress: z.number().min(0).max(1),
  /** Why it could not be made, as a sentence, when that is known. */
  failure: z.string().nullable(),
  /** Where the zip is; anyone who has the url may read it until it expires. */
  url: z.url().nullable(),
  /** Bytes. */
  size: z.int().nullable(),
  expires_at: Instant.nullable(),
});
export type DataExport = z.infer<typeof DataExport>;

const CurrentPassword = z.strictObject({ current_password: z.string().min(1).max(1024) });

export const ownDataRoutes = defineRoutes({
  startExport: {
    method: 'POST',
    path: '/api/v1/user/me/export',
    summary: 'Begin a copy of everything that is stored about the person: a zip of JSON and files',
    access: 'signed-in',
    limit: 'password',
    body: CurrentPassword,
    reply: DataExport,
    refusals: ['wrong-password', 'too-many', 'no-room'],
  },
  dataExport: {
    method: 'GET',
    path: '/api/v1/user/me/export',
    summary: 'How far the copy is',
    access: 'signed-in',
    reply: DataExport,
    refusals: [],
  },
  removeExport: {
    method: 'DELETE',
    path: '/api/v1/user/me/export',
    summary: 'Delete the copy, or stop making it; a missing copy is not an error',
    access: 'signed-in',
    limit: 'account',
    reply: z.object({}),
    refusals: ['too-many'],
  },
  downloadExport: {
    method: 'GET',
    path: '/exports/:token',
    summary: 'The copy; its url is the right to read it',
    access: 'anyone',
    params: z.object({
      token: z
        .string()
        .max(64, { abort: true })
        .regex(/^[\w-]{32,64}$/),
    }),
    reply: 'bytes',
    refusals: ['not-found', 'out-of-range'],
  },
  deleteAccount: {
    method: 'POST',
    path: '/api/v1/user/me/deletion',
    summary: 'Delete the account and everything of it, for good; every sign-in ends at once',
    access: 'signed-in',
    limit: 'password',
    body: CurrentPassword,
    reply: z.object({}),
    replyHeaders: ['clear-site-data'],
    refusals: ['wrong-password', 'too-many'],
  },
});
