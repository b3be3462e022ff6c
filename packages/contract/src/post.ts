import { spaceLimits } from '@polylogue/sync';
import { emojiOf } from '@polylogue/sync/spaces';
import { z } from 'zod';
import { FileId } from './file.ts';
import { ItemId, orNewer, Seq, Time, wholeNumber } from './item.ts';
import { defineRoutes } from './route.ts';
import { SpaceId, SpacePerson } from './space-person.ts';
import { Turn, Wanted } from './turn.ts';
import { UserId } from './user-id.ts';

/** Replaces a row whose author and the caller have a block between them. */
export const Withheld = z.object({ seq: Seq, is_withheld: z.literal(true) });
export type Withheld = z.infer<typeof Withheld>;

/** One emoji, such as a flag or a family, in the one form that is stored: with and without U+FE0F it is the same. */
export const Emoji = z
  .string()
  .min(1)
  .max(32, { abort: true })
  .overwrite((text) => emojiOf(text) ?? text)
  .refine((text) => emojiOf(text) !== null, 'This is not one emoji');

const PostFile = z.object({
  file_id: FileId,
  name: z.string(),
  media_type: z.string(),
  /** Bytes. */
  size: z.int(),
  url: z.url(),
  thumbnail_url: z.url().nullable(),
});

const Reaction = z.object({
  emoji: z.string(),
  count: z.int(),
  /** The first of them. */
  user_ids: z.array(UserId),
  is_own: z.boolean(),
});

export type NoticeKind =
  | 'created'
  | 'joined'
  | 'left'
  | 'removed'
  | 'renamed'
  | 'archived'
  | 'reopened'
  | 'handed-over'
  | 'scheduled'
  | 'moved'
  | 'cancelled'
  /** A line: what is before it is no longer sent to the AI, unless it is answered or pinned. */
  | 'topic'
  | 'pinned'
  | 'unpinned'
  /** What hosts have set: the mode, name or instructions of the AI, and who can join. */
  | 'ai-mode'
  | 'ai-named'
  | 'ai-instructed'
  | 'visibility';

/** The event that a notice in a space reports, such as a person joining. */
const Notice = z.object({
  /** A NoticeKind, or one of a newer version: a plain line. */
  kind: z.string().max(40),
  /** Who was removed, is the owner now, or scheduled the session that was moved or cancelled. */
  user_id: UserId.nullable(),
  /** The new name of the space or its AI, the title of the session, the beginning of the instructions, or what was set. */
  name: z.string().nullable(),
  /** When the session is that was scheduled or moved; missing: an earlier version of the server wrote it. */
  starts_at: Time.optional(),
});

/** A message of a space: a post, a turn of the AI, or a notice. */
export const PostRow = z.object({
  message_id: ItemId,
  seq: Seq,
  /** Its place: messages stand in the order of their numbers. */
  number: z.int(),
  kind: orNewer(['post', 'turn', 'notice']),
  /** Of a turn: who asked. Null: a person who left. */
  by_id: UserId.nullable(),
  created_at: Time,
  /** Of a turn: the answer, as far as it is stored. Empty when it is deleted. */
  body: z.string(),
  /** The message it answers. */
  reply_to: ItemId.nullable(),
  /** It answers a message whose author and the caller have a block between them. */
  is_reply_withheld: z.boolean(),
  mentions: z.array(UserId),
  /** Not for the AI. */
  is_off_record: z.boolean(),
  files: z.array(PostFile),
  reactions: z.array(Reaction),
  edited_at: Time.nullable(),
  deleted_at: Time.nullable(),
  /** Who deleted it; null while it is there, or when they left. */
  deleted_by: UserId.nullable(),
  notice: Notice.nullable(),
  turn: Turn.nullable(),
});
export type PostRow = z.infer<typeof PostRow>;

/** The caller's posts in one space that are not deleted. */
export const OwnPosts = z.object({
  space_id: SpaceId,
  /** Null: the caller has left it, and may not learn what it is called now. */
  name: z.string().nullable(),
  /** Null: the caller is in it. */
  left_at: Time.nullable(),
  posts: z.int(),
  /** How much of the text quota they use. */
  bytes: z.int(),
});
export type OwnPosts = z.infer<typeof OwnPosts>;

const space = z.object({ space_id: SpaceId });
const params = space.extend({ message_id: ItemId });
const Body = z.string().max(spaceLimits.bodyLength);
/** Withheld: a host has deleted the post of a person with a block between them. */
const reply = z.object({ message: z.union([PostRow, Withheld]), head: Seq });

export const postRoutes = defineRoutes({
  messages: {
    method: 'GET',
    path: '/api/v1/spaces/:space_id/messages',
    summary: 'Messages of a space before a number, or the last ones; in the order of their numbers',
    access: 'signed-in',
    limit: 'sync',
    params: space,
    query: z.object({
      before: wholeNumber(1, 2 ** 32).optional(),
      limit: wholeNumber(1, 200).default(100),
    }),
    reply: z.object({
      messages: z.array(z.union([PostRow, Withheld])),
      people: z.array(SpacePerson),
      /** What to pass as `before` for older ones; null: there are none. */
      next: z.int().nullable(),
      view: z.string(),
      /** Of the feed, before the messages were read: what comes after it is in the changes. */
      head: Seq,
    }),
    refusals: ['not-found', 'too-many'],
  },
  post: {
    method: 'POST',
    path: '/api/v1/spaces/:space_id/messages',
    summary: 'Post a message; a repeat changes nothing',
    access: 'signed-in',
    limit: 'post',
    params: space,
    body: z.strictObject({
      message_id: ItemId,
      /** May be empty where there are files. */
      body: Body,
      reply_to: ItemId.nullable().default(null),
      /** Besides the people whose usernames are in the body; who is not in the space is left out. */
      mentions: z.array(UserId).max(spaceLimits.mentions).default([]),
      is_off_record: z.boolean().default(false),
      /** Of the caller's own files. */
      files: z.array(FileId).max(spaceLimits.files).default([]),
      /** Asks the AI: the id of the turn. */
      turn_id: ItemId.nullable().default(null),
      wants: Wanted.nullable().default(null),
      /** Of a question: ids of messages that it is not sent with, whoever answers. */
      left_out: z.array(ItemId).max(spaceLimits.leftOut).default([]),
    }),
    reply,
    refusals: ['not-found', 'not-allowed', 'taken', 'quota-used', 'no-room', 'too-many'],
  },
  message: {
    method: 'GET',
    path: '/api/v1/spaces/:space_id/messages/:message_id',
    summary: 'One message of a space; for hosts, also the first version of an edited post, for 30 days',
    access: 'signed-in',
    limit: 'sync',
    params,
    reply: z.object({
      message: z.union([PostRow, Withheld]),
      people: z.array(SpacePerson),
      first_body: z.string().nullable(),
    }),
    refusals: ['not-found', 'too-many'],
  },
  edit: {
    method: 'PUT',
    path: '/api/v1/spaces/:space_id/messages/:message_id',
    summary: 'Change one’s own post',
    access: 'signed-in',
    limit: 'space',
    params,
    body: z.strictObject({ body: Body.optional(), is_off_record: z.boolean().optional() }),
    reply,
    refusals: ['not-found', 'not-allowed', 'quota-used', 'too-many'],
  },
  delete: {
    method: 'DELETE',
    path: '/api/v1/spaces/:space_id/messages/:message_id',
    summary: 'Delete a post; a trace stays, with who deleted it',
    access: 'signed-in',
    limit: 'space',
    params,
    reply,
    refusals: ['not-found', 'not-allowed', 'too-many'],
  },
  pins: {
    method: 'GET',
    path: '/api/v1/spaces/:space_id/pins',
    summary: 'The pinned messages of a space, the first one first',
    access: 'signed-in',
    limit: 'sync',
    params: space,
    reply: z.object({ messages: z.array(z.union([PostRow, Withheld])), people: z.array(SpacePerson) }),
    refusals: ['not-found', 'too-many'],
  },
  pin: {
    method: 'PUT',
    path: '/api/v1/spaces/:space_id/pins/:message_id',
    summary: 'Pin a message, for hosts: the AI is sent it with every question; a repeat changes nothing',
    access: 'signed-in',
    limit: 'space',
    params,
    reply,
    refusals: ['not-found', 'not-allowed', 'quota-used', 'too-many'],
  },
  unpin: {
    method: 'DELETE',
    path: '/api/v1/spaces/:space_id/pins/:message_id',
    summary: 'Take a pinned message off; a repeat changes nothing',
    access: 'signed-in',
    limit: 'space',
    params,
    reply,
    refusals: ['not-found', 'not-allowed', 'too-many'],
  },
  topic: {
    method: 'POST',
    path: '/api/v1/spaces/:space_id/topics',
    summary:
      'Begin a new topic: a notice from which on messages are sent to the AI; a repeat changes nothing, and below such a line there is no second one',
    access: 'signed-in',
    limit: 'post',
    params: space,
    body: z.strictObject({ message_id: ItemId }),
    reply,
    refusals: ['not-found', 'not-allowed', 'taken', 'too-many'],
  },
  undoTopic: {
    method: 'DELETE',
    path: '/api/v1/spaces/:space_id/topics/:message_id',
    summary: 'Take back a new topic that the caller has begun within the last minute',
    access: 'signed-in',
    limit: 'space',
    params,
    reply,
    refusals: ['not-found', 'not-allowed', 'too-many'],
  },
  own: {
    method: 'GET',
    path: '/api/v1/spaces/own-posts',
    summary: 'How many posts the caller has in each space, also in those they have left',
    access: 'signed-in',
    // Counts all of them.
    limit: 'account',
    reply: z.object({
      spaces: z.array(OwnPosts),
      /** The text quota, and how much of it posts and conversations use together (bytes). */
      used: z.int(),
      quota: z.int(),
    }),
    refusals: ['too-many'],
  },
  deleteOwn: {
    method: 'DELETE',
    path: '/api/v1/spaces/:space_id/own-posts',
    summary: 'Delete the caller’s posts in a space, also in one they have left; repeat while there are more',
    access: 'signed-in',
    limit: 'space',
    params: space,
    reply: z.object({
      /** How many this call has deleted. */
      deleted: z.int(),
      more: z.boolean(),
    }),
    refusals: ['not-found', 'too-many'],
  },
  react: {
    method: 'PUT',
    path: '/api/v1/spaces/:space_id/messages/:message_id/reactions/:emoji',
    summary: 'React to a post',
    access: 'signed-in',
    limit: 'reaction',
    params: params.extend({ emoji: Emoji }),
    reply,
    refusals: ['not-found', 'not-allowed', 'quota-used', 'too-many'],
  },
  unreact: {
    method: 'DELETE',
    path: '/api/v1/spaces/:space_id/messages/:message_id/reactions/:emoji',
    summary: 'Remove a reaction',
    access: 'signed-in',
    limit: 'reaction',
    params: params.extend({ emoji: Emoji }),
    reply,
    refusals: ['not-found', 'not-allowed', 'too-many'],
  },
});
