import type { Queries } from '../../../platform/database/database.ts';
import type { SpaceContext } from '../core/context.ts';
import { reminderTime } from '../core/policy.ts';
import { tellingWaiting } from '../store/member-store.ts';
import type { SessionTableRow } from '../store/session-store.ts';
import type { NotifiableEvent } from './event.ts';

export const notifyJob = 'notify';
/** Apart, since nodes of the previous version would take these events for others. */
export const changeJob = 'notify-of-change';
/** The rest of the members; apart for the same reason. */
export const restJob = 'notify-rest';

/** Tells of questions that wait; apart for the same reason. */
export const waitingJob = 'notify-waiting';
/** How long a question may wait before anyone is told of it (milliseconds). */
const waitingPatience = 3_000;

/** Lets a job notify people of an event, once it is committed. */
export function enqueueingNotifications({ jobs, now }: Pick<SpaceContext, 'jobs' | 'now'>) {
  return {
    /** Notifies once the transaction is committed, or at this time. */
    enqueue: async (trx: Queries, event: NotifiableEvent, dueAt = now()): Promise<void> =>
      void (await jobs.add(trx, 'seq' in event ? changeJob : notifyJob, event, { dueAt })),

    /**
     * A question waits now (`isWaiting`): who wants to know is told in a while, since it may be answered until then. Or one no
     * longer does: they see the notification go, or count fewer.
     */
    async enqueueWaiting(trx: Queries, space_id: string, isWaiting: boolean): Promise<void> {
      if ((await tellingWaiting(trx, space_id)).length === 0) return;
      const payload = { space_id, is_new_too: isWaiting };
      await jobs.add(trx, waitingJob, payload, { dueAt: now() + (isWaiting ? waitingPatience : 0) });
    },

    /** Notifies the members of a space, unless they chose not to be, of a session before it begins. */
    async enqueueReminder(trx: Queries, { session_id, starts_at }: SessionTableRow): Promise<void> {
      const payload: NotifiableEvent = { kind: 'session-soon', session_id, starts_at };
      const dueAt = starts_at - reminderTime;
      if (dueAt <= now()) return;
      await jobs.add(trx, notifyJob, payload, { dueAt, id: `session-soon-${session_id}-${starts_at}` });
    },
  };
}
export type EnqueueingNotifications = ReturnType<typeof enqueueingNotifications>;
