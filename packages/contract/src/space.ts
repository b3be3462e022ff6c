import { spaceLimits } from '@polylogue/sync';
import { spaceRightNames } from '@polylogue/sync/spaces';
import { z } from 'zod';
import { FileId } from './file.ts';
import { ItemId, orNewer, Seq, Time, wholeNumber } from './item.ts';
import { PostRow, Withheld } from './post.ts';
import { defineRoutes } from './route.ts';
import { SessionRow } from './session.ts';
import { SpaceId, SpacePerson } from './space-person.ts';
import { line, lines } from './text.ts';
import { UserId } from './user-id.ts';

/** Who gets in: people who were invited, anyone with a link, or anyone. */
export const SpaceVisibility = z.enum(['invited', 'link', 'public']);
export type SpaceVisibility = z.infer<typeof SpaceVisibility>;

const SpaceRole = orNewer(['owner', 'host', 'member', 'listener']);

/** What the one who asks may do in a space; the table is in the package sync. */
export const SpaceRights = z.object(
  Object.fromEntries(spaceRightNames.map((right) => [right, z.boolean()])) as Record<
    (typeof spaceRightNames)[number],
    z.ZodBoolean
  >,
);
export type SpaceRights = z.infer<typeof SpaceRights>;

const AiMode = z.enum(['mentioned', 'always', 'off']);
const JoinsAs = z.enum(['member', 'listener']);
const Notify = z.enum(['all', 'mentions', 'none']);

/** What a person has read of a space, and what they are notified of there. */
export const OwnMarks = z.object({
  /** The number of the message read last. */
  read_number: z.int(),
  notify: orNewer(Notify.options),
  /** Until when answers and sessions have been seen; missing: they never were, or an older server does not say it. */
  seen_at: Time.optional(),
});
export type OwnMarks = z.infer<typeof OwnMarks>;

/** A space as the people in it see it. */
export const Space = z.object({
  space_id: SpaceId,
  /** The change in which it was changed itself last. */
  seq: Seq,
  name: z.string(),
  about: z.string().nullable(),
  picture_url: z.url().nullable(),
  visibility: orNewer(SpaceVisibility.options),
  /** What people become who come by themselves. */
  joins_as: orNewer(JoinsAs.options),
  /** Whether members, not only hosts, may invite and make links. */
  members_invite: z.boolean(),
  /** Seconds between two posts of one person who is not a host; 0: no slow mode. */
  slow_seconds: z.int(),
  /** When the AI answers: when it is asked, every post, or never. */
  ai_mode: orNewer(AiMode.options),
  /** Null: it has no name, or no instructions. */
  ai_name: z.string().nullable(),
  ai_instructions: z.string().nullable(),
  /** Ids of the messages that hosts have pinned, the first one first; missing: none. */
  pins: z.array(ItemId).optional(),
  /** Null: a person who left. */
  owner_id: UserId.nullable(),
  created_at: Time,
  archived_at: Time.nullable(),
});
export type Space = z.infer<typeof Space>;

/** A space as it stands in one's list. */
export const OwnSpace = z.object({
  space: Space,
  role: SpaceRole,
  can: SpaceRights,
  /** The number of its last change. */
  head: Seq,
  /** How many people are in it. */
  people: z.int(),
  /** How many others have it open now; 100: there may be more. */
  people_here: z.int(),
  last_post_at: Time.nullable(),
  /** Posts of others after the one read last; 100: there may be more. */
  unread: z.int(),
  ...OwnMarks.shape,
  /** Whether they want to be told when a question to the AI waits for a key. */
  tells_waiting: z.boolean(),
  muted_until: Time.nullable(),
  /** The session that begins next, or has begun. */
  next_session: SessionRow.nullable(),
  /** Since when it is closed by the operator of the server: it cannot be opened, only left. */
  closed_at: Time.nullable(),
});
export type OwnSpace = z.infer<typeof OwnSpace>;

/** A space as people see it who are not in it. */
export const SpaceCard = z.object({
  space_id: SpaceId,
  name: z.string(),
  picture_url: z.url().nullable(),
  people: z.int(),
  /** Whether those in it could see the caller’s name when they were in it; missing: they never were. */
  showed_name: z.boolean().optional(),
});
export type SpaceCard = z.infer<typeof SpaceCard>;

/** Those in the space see the caller’s name, whatever their profile shows; missing: if they did before. */
export const ShowsName = z.boolean().optional();

/** A person who is in a space, or was. */
export const SpaceMember = z.object({
  user_id: UserId,
  seq: Seq,
  role: SpaceRole,
  joined_at: Time,
  /** Left by themselves, or removed; null: they are here. */
  left_at: Time.nullable(),
  is_removed: z.boolean(),
  /** Visible to hosts only; false for everyone else. */
  is_banned: z.boolean(),
  muted_until: Time.nullable(),
});
export type SpaceMember = z.infer<typeof SpaceMember>;

const Name = line(spaceLimits.nameLength, 'Name').pipe(z.string({ error: 'Name must not be empty' }));
const About = lines(spaceLimits.aboutLength, 'Description');

const AiName = line(spaceLimits.nameLength, 'Name of the AI');
const AiInstructions = lines(spaceLimits.instructionsLength, 'Instructions');

const settings = {
  name: Name,
  about: About.optional(),
  /** A picture among one's own files. */
  picture_file_id: FileId.nullable().optional(),
  visibility: SpaceVisibility.default('invited'),
  joins_as: JoinsAs.default('member'),
  members_invite: z.boolean().default(true),
};

const params = z.object({ space_id: SpaceId });
const member = params.extend({ user_id: UserId });
const Done = z.object({
  /** Of the feed of the space. */
  head: Seq,
});

export const spaceRoutes = defineRoutes({
  create: {
    method: 'POST',
    path: '/api/v1/spaces',
    summary: 'Create a space; a repeat changes nothing',
    access: 'signed-in',
    limit: 'new-space',
    body: z.strictObject({ space_id: SpaceId, ...settings }),
    reply: OwnSpace,
    refusals: ['not-allowed', 'not-found', 'taken', 'quota-used', 'no-room', 'too-many'],
  },
  list: {
    method: 'GET',
    path: '/api/v1/spaces',
    summary: 'The spaces the caller is in, the one posted to last first',
    access: 'signed-in',
    limit: 'sync',
    reply: z.object({ spaces: z.array(OwnSpace) }),
    refusals: ['too-many'],
  },
  public: {
    method: 'GET',
    path: '/api/v1/spaces/public',
    summary: 'Public spaces, the newest first; with `q`, those whose name begins with it',
    access: 'signed-in',
    limit: 'sync',
    query: z.object({
      before: z
        .string()
        .max(60, { abort: true })
        .regex(/^\d{1,16}\.[0-9a-f-]{36}$/)
        .optional(),
      q: z.string().max(spaceLimits.nameLength).optional(),
    }),
    reply: z.object({
      spaces: z.array(
        SpaceCard.extend({ about: z.string().nullable(), created_at: Time, is_member: z.boolean() }),
      ),
      /** What to pass as `before` for the next page. */
      next: z.string().nullable(),
    }),
    refusals: ['too-many'],
  },
  read: {
    method: 'GET',
    path: '/api/v1/spaces/:space_id',
    summary: 'A space the caller is in',
    access: 'signed-in',
    limit: 'sync',
    params,
    reply: OwnSpace,
    refusals: ['not-found', 'too-many'],
  },
  change: {
    method: 'PUT',
    path: '/api/v1/spaces/:space_id',
    summary: 'Change a space’s name and who can join; omitted fields stay',
    access: 'signed-in',
    limit: 'space',
    params,
    body: z.strictObject({
      name: Name.optional(),
      about: About.optional(),
      picture_file_id: FileId.nullable().optional(),
      visibility: SpaceVisibility.optional(),
      joins_as: JoinsAs.optional(),
      members_invite: z.boolean().optional(),
      ai_mode: AiMode.optional(),
      ai_name: AiName.optional(),
      ai_instructions: AiInstructions.optional(),
      /** 0, or from 5. */
      slow_seconds: z
        .int()
        .min(0)
        .max(spaceLimits.slowSeconds)
        .refine((seconds) => seconds === 0 || seconds >= 5, 'Slow mode must be off, or at least 5 seconds')
        .optional(),
    }),
    reply: OwnSpace,
    refusals: ['not-found', 'not-allowed', 'no-room', 'too-many'],
  },
  delete: {
    method: 'DELETE',
    path: '/api/v1/spaces/:space_id',
    summary: 'Delete a space for good, with everything in it, for everyone; for its owner',
    access: 'signed-in',
    limit: 'space',
    params,
    reply: z.object({}),
    refusals: ['not-found', 'not-allowed', 'too-many'],
  },
  archive: {
    method: 'POST',
    path: '/api/v1/spaces/:space_id/archive',
    summary: 'Archive a space: it can still be read; or open it again',
    access: 'signed-in',
    limit: 'space',
    params,
    body: z.strictObject({ is_archived: z.boolean() }),
    reply: OwnSpace,
    refusals: ['not-found', 'not-allowed', 'too-many'],
  },
  handOver: {
    method: 'POST',
    path: '/api/v1/spaces/:space_id/owner',
    summary: 'Make another member of the space its owner; one becomes a host',
    access: 'signed-in',
    limit: 'space',
    params,
    body: z.strictObject({ user_id: UserId }),
    reply: OwnSpace,
    refusals: ['not-found', 'not-allowed', 'too-many'],
  },
  join: {
    method: 'POST',
    path: '/api/v1/spaces/:space_id/join',
    summary: 'Join a public space, or with the code of a link; a person already in it keeps their role',
    access: 'signed-in',
    limit: 'space',
    params,
    body: z.strictObject({
      code: z
        .string()
        .max(22, { abort: true })
        .regex(/^[\w-]{22}$/)
        .optional(),
      shows_name: ShowsName,
    }),
    reply: OwnSpace,
    refusals: ['not-found', 'not-allowed', 'quota-used', 'too-many'],
  },
  leave: {
    method: 'POST',
    path: '/api/v1/spaces/:space_id/leave',
    summary: 'Leave a space; its owner hands it over or archives it first',
    access: 'signed-in',
    limit: 'space',
    params,
    reply: z.object({}),
    refusals: ['not-found', 'not-allowed', 'too-many'],
  },
  changes: {
    method: 'GET',
    path: '/api/v1/spaces/:space_id/changes',
    summary:
      'What changed in a space after a number; with `wait`, held for so many seconds until something does',
    access: 'signed-in',
    limit: 'sync',
    params,
    query: z.object({
      after: wholeNumber(0, Number.MAX_SAFE_INTEGER),
      wait: wholeNumber(0, 25).default(0),
    }),
    reply: z.object({
      /** Null: it has not changed itself. */
      space: Space.nullable(),
      members: z.array(z.union([SpaceMember, Withheld])),
      messages: z.array(z.union([PostRow, Withheld])),
      sessions: z.array(z.union([SessionRow, Withheld])),
      /** The people named in these rows whom the caller may see. */
      people: z.array(SpacePerson),
      role: SpaceRole,
      can: SpaceRights,
      /** An older server does not say it. */
      own: OwnMarks.optional(),
      /** When this is another than before, such as after a block or a restored backup, the space is fetched anew. */
      view: z.string(),
      head: Seq,
      more: z.boolean(),
    }),
    refusals: ['not-found', 'too-many'],
  },
  members: {
    method: 'GET',
    path: '/api/v1/spaces/:space_id/members',
    summary:
      'Who is in a space, by id; with `q`, the first whose username or name begins with it; with `ids`, these people; with `banned`, for hosts, who is banned from it',
    access: 'signed-in',
    limit: 'sync',
    params,
    query: z.object({
      after: UserId.optional(),
      q: z.string().max(40).optional(),
      /** At most 50, separated by commas; of those who have left, only `people` says who they are. */
      ids: z
        .string()
        .max(50 * 65, { abort: true })
        .regex(/^[\w-]{1,64}(,[\w-]{1,64}){0,49}$/)
        .optional(),
      banned: z.enum(['true', 'false']).default('false'),
      limit: wholeNumber(1, 200).default(100),
    }),
    reply: z.object({
      members: z.array(SpaceMember),
      people: z.array(SpacePerson),
      /** What to pass as `after` for the next page; null with `q`: a longer text finds the others. */
      next: UserId.nullable(),
      /** Of the feed, before the members were read. */
      head: Seq,
    }),
    refusals: ['not-found', 'not-allowed', 'too-many'],
  },
  changeMember: {
    method: 'PUT',
    path: '/api/v1/spaces/:space_id/members/:user_id',
    summary: 'Give a member another role, mute them until a time, or take that or a ban back',
    access: 'signed-in',
    limit: 'space',
    params: member,
    body: z.strictObject({
      role: z.enum(['host', 'member', 'listener']).optional(),
      muted_until: Time.nullable().optional(),
      is_banned: z.literal(false).optional(),
    }),
    reply: Done,
    refusals: ['not-found', 'not-allowed', 'quota-used', 'too-many'],
  },
  removeMember: {
    method: 'DELETE',
    path: '/api/v1/spaces/:space_id/members/:user_id',
    summary: 'Remove a member from a space; with `ban`, they cannot come back',
    access: 'signed-in',
    limit: 'space',
    params: member,
    query: z.object({ ban: z.enum(['true', 'false']).default('false') }),
    reply: Done,
    refusals: ['not-found', 'not-allowed', 'too-many'],
  },
  own: {
    method: 'PUT',
    path: '/api/v1/spaces/:space_id/me',
    summary: 'Set what one has read and seen, and is notified of, in a space; does not advance the feed',
    access: 'signed-in',
    limit: 'space',
    params,
    body: z.strictObject({
      /** Of the message read last; a lower one does not replace it. */
      read_number: z.int().min(0).max(Number.MAX_SAFE_INTEGER).optional(),
      /** Notifications of answers and sessions in the space, created up to this time, are no longer new. */
      seen_until: z.int().min(0).max(Number.MAX_SAFE_INTEGER).optional(),
      notify: Notify.optional(),
      tells_waiting: z.boolean().optional(),
    }),
    reply: z.object({ read_number: z.int(), unread: z.int() }),
    refusals: ['not-found', 'too-many'],
  },
});
