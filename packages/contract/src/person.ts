import { z } from 'zod';
import { UserId } from './user-id.ts';

/** How a person stands to the caller: `incoming` asked for their friendship, `outgoing` was asked for it. */
export const Friendship = z.enum(['self', 'friend', 'incoming', 'outgoing', 'stranger']);
export type Friendship = z.infer<typeof Friendship>;

/** What the caller may do with this person, sent along with the data. */
const PersonRights = z.object({
  /** Send a friend request. */
  befriend: z.boolean(),
  /** Invite to a space. */
  invite: z.boolean(),
  unfriend: z.boolean(),
  block: z.boolean(),
  report: z.boolean(),
});

/** A person as another one may see them; what must not be seen is null, as if it had not been filled in. */
export const Person = z.object({
  user_id: UserId,
  username: z.string(),
  profile_picture_url: z.string().nullable(),
  cover_picture_url: z.string().nullable(),
  first_name: z.string().nullable(),
  last_name: z.string().nullable(),
  bio: z.string().nullable(),
  tagline: z.string().nullable(),
  location: z.string().nullable(),
  friendship: Friendship,
  can: PersonRights,
});
export type Person = z.infer<typeof Person>;
