import { z } from 'zod';
import { ItemId, orNewer, Time } from './item.ts';
import { defineRoutes } from './route.ts';
import { SpaceId, SpacePerson } from './space-person.ts';
import { UserId } from './user-id.ts';

/** A piece of a message, and where in it the words stand (UTF-16 code units). */
const Excerpt = z.object({ text: z.string(), marks: z.array(z.tuple([z.int(), z.int()])) });

const Filters = z.strictObject({
  /** A username, `me` or `ai`. */
  from: z.string().max(100).optional(),
  provider: z.string().max(64).optional(),
  /** Or the beginning of its name. */
  model: z.string().max(256).optional(),
  has_file: z.boolean().optional(),
  /** From then on, and up to then. */
  after: Time.optional(),
  before: Time.optional(),
});

/** Of messages in conversations. */
const ConversationFilters = Filters.extend({
  /** Ids of folders: what is in one of them. */
  folders: z.array(ItemId).max(100).optional(),
});

/** Words that must all be in a message, the last one perhaps a beginning; "quotes" stand in it as they are. */
const sought = {
  text: z.string().max(10_000),
  /** The `next` of the page before. */
  cursor: z
    .string()
    .max(80, { abort: true })
    .regex(/^\d{1,16}\.[\w-]{1,40}(\.\d{1,16})?$/)
    .optional(),
};

const page = {
  /** What to pass as `cursor` for older ones; null: that was all. */
  next: z.string().nullable(),
  /** Messages from before the index are still being read: some may be missing. */
  is_indexing: z.boolean(),
};

/** A message of a conversation that was found. */
export const FoundMessage = z.object({
  conversation_id: ItemId,
  title: z.string(),
  message_id: ItemId,
  role: z.enum(['user', 'assistant']),
  created_at: Time,
  excerpt: Excerpt,
});
export type FoundMessage = z.infer<typeof FoundMessage>;

/** A message of a space that was found. */
export const FoundPost = z.object({
  space_id: SpaceId,
  name: z.string(),
  message_id: ItemId,
  /** Its place in the space. */
  number: z.int(),
  kind: orNewer(['post', 'turn']),
  /** Of a turn: who asked. Null: a person who left. */
  by_id: UserId.nullable(),
  created_at: Time,
  excerpt: Excerpt,
});
export type FoundPost = z.infer<typeof FoundPost>;

export const searchRoutes = defineRoutes({
  messages: {
    method: 'POST',
    path: '/api/v1/search/messages',
    summary: 'Messages of the caller’s conversations, in all branches; newest first',
    access: 'signed-in',
    limit: 'find',
    body: z.strictObject({
      ...sought,
      filters: ConversationFilters.default({}),
    }),
    reply: z.object({ found: z.array(FoundMessage), ...page }),
    refusals: ['too-many'],
  },
  posts: {
    method: 'POST',
    path: '/api/v1/search/posts',
    summary:
      'Messages of one of the caller’s spaces, newest first; or of all, a few of each, the space with the latest post first',
    access: 'signed-in',
    limit: 'find',
    body: z.strictObject({ ...sought, filters: Filters.default({}), space_id: SpaceId.optional() }),
    reply: z.object({
      found: z.array(FoundPost),
      people: z.array(SpacePerson),
      /** Of a page of all spaces: those in which there may be more finds than it has. An older server does not say it. */
      more_in: z.array(z.object({ space_id: SpaceId, name: z.string() })).optional(),
      ...page,
    }),
    refusals: ['not-found', 'too-many'],
  },
});
