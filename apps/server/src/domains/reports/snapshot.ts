import { z } from 'zod';

/** What the reported person showed the reporter at that moment. */
export const Snapshot = z.object({
  username: z.string(),
  first_name: z.string().nullable(),
  last_name: z.string().nullable(),
  tagline: z.string().nullable(),
  bio: z.string().nullable(),
  location: z.string().nullable(),
  profile_picture_url: z.string().nullable(),
  cover_picture_url: z.string().nullable(),
  /** For a report about a space, or a message in it: the space. */
  space: z.object({ space_id: z.string(), name: z.string(), about: z.string().nullable() }).optional(),
  post: z
    .object({
      message_id: z.string(),
      body: z.string(),
      created_at: z.number(),
      edited_at: z.number().nullable(),
      files: z.array(z.object({ file_id: z.string(), name: z.string() })),
      /** For an answer of the AI: what the reported person did. */
      ai: z.enum(['asked', 'answered']).optional(),
      /** The account of who wrote it is gone: the reported person owns the space. */
      is_author_gone: z.boolean().optional(),
    })
    .optional(),
});
export type Snapshot = z.infer<typeof Snapshot>;

/** Of people they have blocked, reporters only see the line in their list. */
export function ofBlockedEntry(line: Pick<Snapshot, 'username' | 'profile_picture_url'>): Snapshot {
  const { username, profile_picture_url } = line;
  const nothing = {
    first_name: null,
    last_name: null,
    tagline: null,
    bio: null,
    location: null,
    cover_picture_url: null,
  };
  return { ...nothing, username, profile_picture_url };
}
