import { spaceLimits } from '@polylogue/sync';
import { z } from 'zod';
import { ItemId, Seq, Time } from './item.ts';
import { defineRoutes } from './route.ts';
import { SpaceId } from './space-person.ts';
import { line } from './text.ts';
import { UserId } from './user-id.ts';

/** A date on which people meet in a space. */
export const SessionRow = z.object({
  session_id: ItemId,
  seq: Seq,
  title: z.string().nullable(),
  starts_at: Time,
  minutes: z.int(),
  /** Null: a person who left. */
  by_id: UserId.nullable(),
  created_at: Time,
  cancelled_at: Time.nullable(),
});
export type SessionRow = z.infer<typeof SessionRow>;

const params = z.object({ space_id: SpaceId, session_id: ItemId });
const when = {
  title: line(spaceLimits.nameLength, 'Title').optional(),
  starts_at: Time,
  minutes: z.int().min(5).max(spaceLimits.sessionMinutes),
};
const reply = z.object({ session: SessionRow, head: Seq });

export const sessionRoutes = defineRoutes({
  upcoming: {
    method: 'GET',
    path: '/api/v1/sessions',
    summary: 'Sessions of all spaces the caller is in that are not over, the next one first',
    access: 'signed-in',
    limit: 'sync',
    reply: z.object({
      sessions: z.array(SessionRow.extend({ space_id: SpaceId, space_name: z.string() })),
    }),
    refusals: ['too-many'],
  },
  schedule: {
    method: 'POST',
    path: '/api/v1/spaces/:space_id/sessions',
    summary: 'Schedule a session; members are notified, unless they chose not to be',
    access: 'signed-in',
    limit: 'session',
    params: params.pick({ space_id: true }),
    body: z.strictObject({ session_id: ItemId, ...when }),
    reply,
    refusals: ['not-found', 'not-allowed', 'taken', 'quota-used', 'no-room', 'too-many'],
  },
  move: {
    method: 'PUT',
    path: '/api/v1/spaces/:space_id/sessions/:session_id',
    summary:
      'Move or rename a session; what is left out stays. If it is moved, members are notified, unless they chose not to be',
    access: 'signed-in',
    limit: 'session',
    params,
    body: z.strictObject(when).partial(),
    reply,
    refusals: ['not-found', 'not-allowed', 'no-room', 'too-many'],
  },
  cancel: {
    method: 'DELETE',
    path: '/api/v1/spaces/:space_id/sessions/:session_id',
    summary: 'Cancel a session; members are notified, unless they chose not to be',
    access: 'signed-in',
    // Not 'session': a host who has used that up must still be able to call off what was announced.
    limit: 'space',
    params,
    reply,
    refusals: ['not-found', 'not-allowed', 'too-many'],
  },
});
