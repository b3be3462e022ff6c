import { doEach } from '../../../platform/batches/do-each.ts';
import type { SpaceContext } from '../core/context.ts';
import { isSessionOver, reminderTime } from '../core/policy.ts';
import { type MemberRow, memberStore } from '../store/member-store.ts';
import { sessionStore } from '../store/session-store.ts';
import { spaceStore } from '../store/space-store.ts';
import type { AccountNotifications, NewNotification } from './account-feed.ts';
import { notifyJob, restJob } from './enqueueing.ts';
import { isOutdated, type NotifiableEvent } from './event.ts';

/** Notifies the members of a space of a session: planned, moved, cancelled, or soon. */
export function notifyingOfSessions({
  database: { db },
  jobs,
  feeds: { write },
  blockedAmong,
  now,
  portion = 500,
}: Pick<SpaceContext, 'database' | 'jobs' | 'blockedAmong' | 'now'> & {
  feeds: Pick<AccountNotifications, 'write'>;
  /** Members notified by one job: a space may have too many for the time of one. */
  portion?: number;
}) {
  /** Notifies a portion of the members, by id after the given one; another job does the rest. */
  return async function session(
    event: Extract<NotifiableEvent, { session_id: string }> & { after?: string },
  ) {
    const { kind, session_id, starts_at, after = '' } = event;
    if (kind === 'session-soon' && starts_at - reminderTime > now()) {
      // The clock was wrong when this job started. Another id: the running job still has its own.
      await jobs.add(db, notifyJob, event, { dueAt: starts_at - reminderTime });
      return;
    }
    const row = await sessionStore(db).find(session_id);
    const space = row && (await spaceStore(db).find(row.space_id));
    if (!space || isOutdated(event, row)) return;
    if (space.closed_at !== null || space.archived_at !== null) return;
    // The server may have been down meanwhile.
    if (kind === 'session-soon' ? starts_at <= now() : isSessionOver(row, now())) return;
    const { space_id } = row;
    // Who changed it may have deleted their account since.
    const changedBy =
      'by_id' in event && (await memberStore(db).find(space_id, event.by_id)) ? event.by_id : null;
    const by_id = 'by_id' in event ? changedBy : row.by_id;
    const draft: NewNotification = {
      // A session may be moved to the same time twice.
      ...{ notification_id: `${kind}-${session_id}-${'seq' in event ? event.seq : starts_at}`, kind },
      ...{ space_id, by_id, about_id: session_id, starts_at },
    };
    const members = await memberStore(db).page(space_id, after, portion);
    // They do not see the session.
    const blocked = await behindBlocksOf(row.by_id, members, blockedAmong);
    const behindBlock = await behindBlocksOf(changedBy, members, blockedAmong);
    const notified = doEach(members, async ({ user_id, notify }) => {
      // People are also reminded of sessions that they scheduled themselves.
      if (notify === 'none' || (user_id === by_id && kind !== 'session-soon')) return;
      if (blocked.has(user_id)) return;
      // They see the session, so they learn of its change, but not from whom.
      await write(user_id, behindBlock.has(user_id) ? { ...draft, by_id: null } : draft, async (trx) =>
        // It would replace the notification of a change made meanwhile.
        isOutdated(event, await sessionStore(trx).find(session_id)),
      );
    });
    // Those of the next portion need not wait until the last of this one could be notified.
    await notified.finally(async () => {
      const last = members[portion - 1]?.user_id;
      if (last === undefined) return;
      await jobs.add(db, restJob, { ...event, after: last }, { id: `${draft.notification_id}-${last}` });
    });
  };
}
export type NotifyOfSession = ReturnType<typeof notifyingOfSessions>;

/** Those of these members who have a block between them and this person. */
export const behindBlocksOf = async (
  userId: string | null,
  members: readonly MemberRow[],
  blockedAmong: SpaceContext['blockedAmong'],
) =>
  userId === null
    ? new Set<string>()
    : blockedAmong(
        userId,
        members.map(({ user_id }) => user_id),
      );
