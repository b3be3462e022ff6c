import type { SessionRow } from '@polylogue/contract';
import { spaceLimits } from '@polylogue/sync';
import { refuse } from '../../../platform/http/refuse.ts';
import type { Command } from '../core/command.ts';
import type { SpaceContext } from '../core/context.ts';
import { idTaken, isSessionOver } from '../core/policy.ts';
import type { EnqueueingNotifications } from '../notifications/enqueueing.ts';
import { membershipStore } from '../store/membership-store.ts';
import { type SessionTableRow, sessionStore } from '../store/session-store.ts';
import { spaceStore } from '../store/space-store.ts';

export interface When {
  title?: string | null | undefined;
  starts_at: number;
  minutes: number;
}

/** What is left out stays as it is. */
type WhenChange = { [Part in keyof When]?: When[Part] | undefined };

/** How far ahead a session may be, about five years. */
const farthest = 5 * 366 * 24 * 60 * 60 * 1000;

/** Dates on which people meet in a space. */
export function sessionsOfSpaces({
  database,
  commands,
  views,
  notifications,
  mustHaveRoom,
  now,
}: Pick<SpaceContext, 'database' | 'commands' | 'views' | 'mustHaveRoom' | 'now'> & {
  notifications: EnqueueingNotifications;
}) {
  /** Notifies everyone except the person who changed it. */
  const notifyOfChange = (
    kind: 'session-moved' | 'session-cancelled',
    { open, me }: Command,
    { session_id, starts_at, seq }: SessionTableRow,
  ) => notifications.enqueue(open.trx, { kind, session_id, starts_at, seq, by_id: me.user_id });

  return {
    async schedule(userId: string, spaceId: string, { session_id, ...when }: When & { session_id: string }) {
      await mustHaveRoom();
      return commands.inSpace(userId, spaceId, async ({ open, must }) => {
        const existing = await sessionStore(open.trx).find(session_id);
        if (existing) {
          if (existing.by_id !== userId || existing.space_id !== spaceId) idTaken();
          return { session: sessionRow(existing), head: open.head };
        }
        must('schedule');
        mustBeAhead(when, open.now);
        if ((await sessionStore(open.trx).coming([spaceId], open.now)).length >= spaceLimits.sessions) {
          refuse('quota-used', `${spaceLimits.sessions} sessions are scheduled here, which is the maximum.`);
        }
        const { title = null, starts_at, minutes } = when;
        const session = await open.putSession({
          session_id,
          space_id: spaceId,
          seq: 0,
          title,
          starts_at,
          minutes,
          by_id: userId,
          created_at: open.now,
          cancelled_at: null,
        });
        await open.addNotice('scheduled', userId, { name: title, starts_at });
        await notifications.enqueue(open.trx, { kind: 'session', session_id, starts_at });
        await notifications.enqueueReminder(open.trx, session);
        return { session: sessionRow(session), head: open.head };
      });
    },

    async move(userId: string, spaceId: string, sessionId: string, change: WhenChange) {
      await mustHaveRoom();
      return commands.inSpace(userId, spaceId, async (command) => {
        const { open, must } = command;
        must('schedule');
        const row = await sessionIn(command, sessionId);
        if (row.cancelled_at !== null) noSession();
        const { title = row.title, starts_at = row.starts_at, minutes = row.minutes } = change;
        if (title === row.title && starts_at === row.starts_at && minutes === row.minutes) {
          return { session: sessionRow(row), head: open.head };
        }
        mustBeAhead({ starts_at, minutes }, open.now, row.starts_at);
        const session = await open.putSession({ ...row, title, starts_at, minutes });
        if (starts_at !== row.starts_at) {
          await open.addNotice('moved', userId, { ...about(session), starts_at });
          await notifyOfChange('session-moved', command, session);
        }
        await notifications.enqueueReminder(open.trx, session);
        return { session: sessionRow(session), head: open.head };
      });
    },

    cancel: (userId: string, spaceId: string, sessionId: string) =>
      commands.inSpace(userId, spaceId, async (command) => {
        const { open, must } = command;
        must('schedule');
        const row = await sessionIn(command, sessionId);
        if (row.cancelled_at !== null) return { session: sessionRow(row), head: open.head };
        const session = await open.putSession({ ...row, cancelled_at: open.now });
        await open.addNotice('cancelled', userId, about(row));
        if (!isSessionOver(row, open.now)) await notifyOfChange('session-cancelled', command, session);
        return { session: sessionRow(session), head: open.head };
      }),

    /** In all of a person's spaces. */
    async upcoming(userId: string) {
      const spaces = await spaceStore(database.db).some(
        (await membershipStore(database.db).current(userId)).map(({ space_id }) => space_id),
      );
      const open = new Map(
        spaces
          .filter(({ closed_at, archived_at }) => closed_at === null && archived_at === null)
          .map(({ space_id, name }) => [space_id, name]),
      );
      const shown = await views.rowsOf(userId);
      const sessions = (await sessionStore(database.db).coming([...open.keys()], now())).flatMap((row) => {
        const session = shown.session(row);
        const { space_id } = row;
        return 'session_id' in session
          ? [{ ...session, space_id, space_name: open.get(space_id) ?? '' }]
          : [];
      });
      return { sessions };
    },
  };
}

function noSession(): never {
  return refuse('not-found', 'This session no longer exists.');
}

const sessionRow = ({ space_id: _, ...session }: SessionTableRow): SessionRow => session;

async function sessionIn({ open, space }: Command, sessionId: string): Promise<SessionTableRow> {
  const row = await sessionStore(open.trx).find(sessionId);
  return row?.space_id === space.space_id ? row : noSession();
}

function mustBeAhead(when: When, now: number, before?: number) {
  if (isSessionOver(when, now)) refuse('bad-input', 'This time has passed. Choose a later one.');
  if (when.starts_at !== before && when.starts_at > now + farthest)
    refuse('bad-input', 'This is more than five years ahead. Choose an earlier date.');
}

/** With who scheduled it: from people behind a block its title is withheld, as the session is. */
const about = ({ title, by_id }: SessionTableRow) => ({ name: title, user_id: by_id });
