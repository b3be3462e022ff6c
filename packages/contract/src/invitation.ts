import { spaceLimits } from '@polylogue/sync';
import { z } from 'zod';
import { ItemId, orNewer, Seq, Time } from './item.ts';
import { defineRoutes } from './route.ts';
import { OwnSpace, ShowsName, SpaceCard } from './space.ts';
import { SpaceId, SpacePerson } from './space-person.ts';
import { UserId } from './user-id.ts';

const InvitedRole = z.enum(['member', 'listener']);

/** 128 bits that a browser has made; our server keeps a hash of it only. */
const LinkCode = z
  .string()
  .max(22, { abort: true })
  .regex(/^[\w-]{22}$/);

/** The code of a link, or the id of a space. */
const LinkCodeOrSpace = z
  .string()
  .max(36, { abort: true })
  .regex(/^(?:[\w-]{22}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/);

/** An invitation as those see it who may make some. */
export const SentInvitation = z.object({
  invitation_id: ItemId,
  /** Null: it is a link. */
  to_user: SpacePerson.nullable(),
  is_link: z.boolean(),
  role: orNewer(InvitedRole.options),
  /** Null: a person who left. */
  by_id: UserId.nullable(),
  created_at: Time,
  expires_at: Time,
  /** How often the link can still be used; null: it is not a link. */
  uses_left: z.int().nullable(),
  /** Whoever has the link reads who made it. */
  shows_maker: z.boolean(),
});
export type SentInvitation = z.infer<typeof SentInvitation>;

/** An invitation as the person sees it whom it is for. */
export const ReceivedInvitation = z.object({
  invitation_id: ItemId,
  space: SpaceCard,
  by: SpacePerson,
  role: orNewer(InvitedRole.options),
  created_at: Time,
  expires_at: Time,
});
export type ReceivedInvitation = z.infer<typeof ReceivedInvitation>;

/** A space as those see it who have a link to it. */
export const SpaceByCode = SpaceCard.extend({
  is_member: z.boolean(),
  /** The display name of the maker of the link, if they left that on; never across a block. */
  invited_by: z.string().nullable(),
  /** What the caller would become; null: they are not signed in. */
  role: orNewer(InvitedRole.options).nullable(),
});
export type SpaceByCode = z.infer<typeof SpaceByCode>;

/** Something in a space that a person should learn of. */
export const Notification = z.object({
  notification_id: z.string(),
  kind: z.enum([
    'mention',
    'invitation',
    'session',
    'session-moved',
    'session-cancelled',
    'session-soon',
    'answer',
    'waiting',
  ]),
  created_at: Time,
  space_id: SpaceId,
  space_name: z.string(),
  /** Who mentioned or invited, or did this to a session; null: a person who left, or the AI. */
  by: SpacePerson.nullable(),
  /** Of a mention, an answer of the AI, or the question that waits last. */
  message_id: ItemId.nullable(),
  /** Of an invitation. */
  invitation_id: ItemId.nullable(),
  /** Of a session. */
  session_id: ItemId.nullable(),
  session_title: z.string().nullable(),
  /** When it begins, or would have begun. */
  starts_at: Time.nullable(),
  /** How the message begins that it is about; null: there is none. */
  text: z.string().nullable(),
  /** How many questions wait. */
  count: z.int(),
  is_read: z.boolean(),
});
export type Notification = z.infer<typeof Notification>;

const params = z.object({ space_id: SpaceId });
const hours = z.int().min(1).max(spaceLimits.invitationHours);

export const invitationRoutes = defineRoutes({
  byCode: {
    method: 'GET',
    path: '/api/v1/spaces/by-code/:code',
    summary: 'To which space a link leads, or who is signed in: the id of a public space',
    access: 'anyone',
    signInCounts: true,
    limit: 'space',
    params: z.object({ code: LinkCodeOrSpace }),
    reply: SpaceByCode,
    refusals: ['not-found', 'signed-out', 'too-many'],
  },
  invite: {
    method: 'POST',
    path: '/api/v1/spaces/:space_id/invitations',
    summary: 'Invite a person, or create a link with a code chosen by the caller; a repeat changes nothing',
    access: 'signed-in',
    limit: 'space',
    params,
    body: z.union([
      z.strictObject({
        invitation_id: ItemId,
        to_user: UserId,
        role: InvitedRole.default('member'),
        hours: hours.default(14 * 24),
      }),
      z.strictObject({
        invitation_id: ItemId,
        code: LinkCode,
        role: InvitedRole.default('member'),
        hours: hours.default(7 * 24),
        uses: z.int().min(1).max(spaceLimits.linkUses).default(100),
        shows_maker: z.boolean().default(false),
        /** A link that ends with this: one of one’s own, or for hosts any. */
        replaces: ItemId.optional(),
      }),
    ]),
    reply: z.object({ invitation: SentInvitation, head: Seq }),
    refusals: ['not-found', 'not-allowed', 'taken', 'quota-used', 'too-many'],
  },
  sent: {
    method: 'GET',
    path: '/api/v1/spaces/:space_id/invitations',
    summary: 'Open invitations to a space: one’s own, for hosts all',
    access: 'signed-in',
    limit: 'sync',
    params,
    reply: z.object({ invitations: z.array(SentInvitation) }),
    refusals: ['not-found', 'not-allowed', 'too-many'],
  },
  revoke: {
    method: 'DELETE',
    path: '/api/v1/spaces/:space_id/invitations/:invitation_id',
    summary: 'Withdraw an invitation or a link',
    access: 'signed-in',
    limit: 'space',
    params: params.extend({ invitation_id: ItemId }),
    reply: z.object({ head: Seq }),
    refusals: ['not-found', 'too-many'],
  },
  received: {
    method: 'GET',
    path: '/api/v1/spaces/invitations',
    summary: 'Invitations to the signed-in person, newest first',
    access: 'signed-in',
    limit: 'sync',
    reply: z.object({ invitations: z.array(ReceivedInvitation) }),
    refusals: ['too-many'],
  },
  answer: {
    method: 'PUT',
    path: '/api/v1/spaces/invitations/:invitation_id',
    summary: 'Accept or decline an invitation; the inviter is not notified of a refusal',
    access: 'signed-in',
    limit: 'space',
    params: z.object({ invitation_id: ItemId }),
    body: z.strictObject({ action: z.enum(['accept', 'decline']), shows_name: ShowsName }),
    reply: z.object({
      /** Null: it was declined. */
      joined: OwnSpace.nullable(),
    }),
    refusals: ['not-found', 'not-allowed', 'quota-used', 'too-many'],
  },
});

export const notificationRoutes = defineRoutes({
  list: {
    method: 'GET',
    path: '/api/v1/notifications',
    summary: 'The newest notifications, and until when they are read',
    access: 'signed-in',
    limit: 'sync',
    reply: z.object({
      notifications: z.array(Notification),
      unread: z.int(),
      /** All until then are read, and when that was said; of two the later one stays. */
      read: z.tuple([Time, Time]).nullable(),
      /** Of their last change, as in `GET /api/v1/changes`. */
      seq: Seq,
    }),
    refusals: ['too-many'],
  },
  markRead: {
    method: 'PUT',
    path: '/api/v1/notifications',
    summary: 'Mark all notifications until a time as read, on every device',
    access: 'signed-in',
    limit: 'space',
    body: z.strictObject({ read: z.tuple([Time, Time]) }),
    reply: z.object({ read: z.tuple([Time, Time]), unread: z.int(), seq: Seq }),
    refusals: ['too-many'],
  },
});
