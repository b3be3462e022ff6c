import { Notification } from '@polylogue/contract';
import { cappedFields, mergeFields, type StampedFields, spaceLimits } from '@polylogue/sync';
import { z } from 'zod';
import { doEach } from '../../../platform/batches/do-each.ts';
import type { Database, Queries } from '../../../platform/database/database.ts';
import { readJson } from '../../../platform/database/json.ts';
import { type Feed, feedStore } from '../../../platform/feed/feeds.ts';
import type { JobQueue } from '../../../platform/jobs/queue.ts';
import type { JobHandler } from '../../../platform/jobs/runner.ts';
import { clockTolerance, isSessionOver, reminderTime } from '../core/policy.ts';
import { Ids } from '../core/rows.ts';
import type { Views } from '../core/view.ts';
import type { WorkingInvitations } from '../core/working-invitations.ts';
import { invitationStore } from '../store/invitation-store.ts';
import { type MemberRow, memberStore } from '../store/member-store.ts';
import { membershipStore } from '../store/membership-store.ts';
import { messageStore } from '../store/message-store.ts';
import { type NotificationRow, notificationStore } from '../store/notification-store.ts';
import { type SessionTableRow, sessionStore } from '../store/session-store.ts';
import { spaceStore } from '../store/space-store.ts';
import { turnStore } from '../store/turn-store.ts';

export interface NotificationDeps {
  database: Database;
  jobs: Pick<JobQueue, 'add'>;
  views: Views;
  working: Pick<WorkingInvitations, 'to'>;
  blockedAmong(userId: string, others: readonly string[]): Promise<Set<string>>;
  lock(userId: string, on: Queries): Promise<boolean>;
  accountChanged(userId: string, head: number): void;
  now: () => number;
  /** Members notified by one job: a space may have too many for the time of one. */
  portion?: number;
}

/** What people may be notified of. */
export type NotifiableEvent =
  | { kind: 'mention' | 'answer'; space_id: string; message_id: string }
  | { kind: 'invitation'; invitation_id: string }
  | { kind: 'session' | 'session-soon'; session_id: string; starts_at: number }
  /** The number of the change, and who made it. */
  | {
      kind: 'session-moved' | 'session-cancelled';
      session_id: string;
      starts_at: number;
      seq: number;
      by_id: string;
    };

const notifyJob = 'notify';
/** Apart, since nodes of the previous version would take these events for others. */
const changeJob = 'notify-of-change';
/** The rest of the members; apart for the same reason. */
const restJob = 'notify-rest';
const Read = z.tuple([z.number(), z.number()]);
const kindsOfSession = ['session', 'session-moved', 'session-cancelled', 'session-soon'] as const;
const isOfSession = (kind: NotificationRow['kind']) => kindsOfSession.some((one) => one === kind);
/** A server of a newer version may have written others. */
const isKnown = (kind: NotificationRow['kind']) => Notification.shape.kind.options.includes(kind);
/** Whether a session is not, or no longer, what is said of it. */
const isOutdated = (
  { kind, starts_at }: Pick<NotificationRow, 'kind' | 'starts_at'>,
  session: SessionTableRow | undefined,
) => session?.starts_at !== starts_at || (session.cancelled_at !== null) !== (kind === 'session-cancelled');
/** `created_at`: now unless given. */
type Draft = Omit<NotificationRow, 'feed' | 'created_at'> & { created_at?: number };

/** Notifications: a job writes them into the feeds of accounts once the event is committed. */
export function notificationsOf(deps: NotificationDeps) {
  const { database, jobs, views, working, blockedAmong, lock, accountChanged, now } = deps;
  const { portion = 500 } = deps;
  const { db } = database;

  async function feedOf(userId: string): Promise<Feed | undefined> {
    const known = await feedStore(db).of(userId);
    if (known) return known;
    return database.transaction(async (trx) => {
      if (!(await lock(userId, trx))) return undefined;
      await feedStore(trx).create('account', userId);
      return feedStore(trx).of(userId);
    });
  }

  /** Takes one number in the account's feed; a repeat takes none, nor does what is outdated by now. */
  async function write(userId: string, draft: Draft, isOutdated = async (_: Queries) => false) {
    const known = await feedOf(userId);
    if (!known) return;
    await database.transaction(async (trx) => {
      const feed = await feedStore(trx).claim(known.feed);
      if (!feed || (await isOutdated(trx))) return;
      const store = notificationStore(trx);
      const row = { created_at: now(), ...draft, feed: feed.feed };
      if (!(await store.add(row))) return;
      if (isOfSession(draft.kind) && draft.kind !== 'session-soon') {
        await store.removeEarlierOfSession(feed.feed, draft);
      }
      // Someone who mentions a person or plans sessions again and again must not displace what others notify them of.
      if (row.kind === 'mention') await store.pruneAlike(feed.feed, ['mention'], row, spaceLimits.alike);
      if (isOfSession(row.kind)) {
        const { space_id } = row;
        await store.pruneAlike(feed.feed, kindsOfSession, { space_id }, spaceLimits.alike);
      }
      await store.prune(feed.feed, spaceLimits.notifications);
      const reading = await store.reading(feed.feed);
      await advance(trx, feed, reading?.fields ?? '{}');
    });
  }

  async function advance(trx: Queries, feed: Feed, fields: string): Promise<number> {
    const head = feed.head + 1;
    await notificationStore(trx).putReading({ feed: feed.feed, seq: head, fields });
    await feedStore(trx).advance(feed.feed, { ...feed, head });
    database.afterCommit(() => accountChanged(feed.owner_id, head));
    return head;
  }

  const behindBlocksOf = async (userId: string | null, members: readonly MemberRow[]) =>
    userId === null
      ? new Set<string>()
      : blockedAmong(
          userId,
          members.map(({ user_id }) => user_id),
        );

  /** Notifies these members of what this person did, except where a block or their settings forbid it. */
  async function notifyMembers(members: readonly MemberRow[], byId: string | null, draft: Draft) {
    const blocked = await behindBlocksOf(byId, members);
    await doEach(members, async ({ user_id, notify }) => {
      if (user_id === byId || notify === 'none' || blocked.has(user_id)) return;
      await write(user_id, draft);
    });
  }

  /** Notifies the person who asked the AI, unless they have seen the answer. */
  async function answer({ space_id, message_id }: Extract<NotifiableEvent, { message_id: string }>) {
    const space = await spaceStore(db).find(space_id);
    const row = space && (await messageStore(db).find(space.feed, message_id));
    if (!space || !row?.by_id || row.deleted_at !== null || space.closed_at !== null) return;
    const created_at = (await turnStore(db).find(space.feed, message_id))?.ended_at ?? now();
    const members = await memberStore(db).among(space_id, [row.by_id]);
    const unaware = members.filter(({ seen_at }) => (seen_at ?? 0) < created_at);
    await notifyMembers(unaware, null, {
      ...{ notification_id: `answer-${message_id}`, kind: 'answer', space_id, by_id: null },
      about_id: message_id,
      starts_at: null,
      created_at,
    });
  }

  async function mention({ space_id, message_id }: Extract<NotifiableEvent, { message_id: string }>) {
    const space = await spaceStore(db).find(space_id);
    const row = space && (await messageStore(db).find(space.feed, message_id));
    if (!row || row.deleted_at !== null || space.closed_at !== null) return;
    const members = await memberStore(db).among(space_id, readJson(Ids, row.mentions));
    const id = `mention-${message_id}`;
    await notifyMembers(members, row.by_id, {
      ...{ notification_id: id, kind: 'mention', space_id, by_id: row.by_id },
      about_id: message_id,
      starts_at: null,
    });
  }

  async function invitation({ invitation_id }: Extract<NotifiableEvent, { kind: 'invitation' }>) {
    const row = await invitationStore(db).find(invitation_id);
    if (!row?.to_user || row.ended_at !== null || row.declined_at !== null) return;
    const { space_id, by_id, to_user } = row;
    if (by_id !== null && (await blockedAmong(by_id, [to_user])).size > 0) return;
    const id = `invitation-${invitation_id}`;
    await write(to_user, {
      ...{ notification_id: id, kind: 'invitation', space_id, by_id },
      about_id: invitation_id,
      starts_at: null,
    });
  }

  /** Notifies a portion of the members, by id after the given one; another job does the rest. */
  async function session(event: Extract<NotifiableEvent, { session_id: string }> & { after?: string }) {
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
    const draft: Draft = {
      // A session may be moved to the same time twice.
      ...{ notification_id: `${kind}-${session_id}-${'seq' in event ? event.seq : starts_at}`, kind },
      ...{ space_id, by_id, about_id: session_id, starts_at },
    };
    const members = await memberStore(db).page(space_id, after, portion);
    // They do not see the session.
    const blocked = await behindBlocksOf(row.by_id, members);
    const behindBlock = await behindBlocksOf(changedBy, members);
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
  }

  const handle: JobHandler = async (payload) => {
    const event = payload as NotifiableEvent;
    if ('message_id' in event) return event.kind === 'answer' ? answer(event) : mention(event);
    if (event.kind === 'invitation') return invitation(event);
    return session(event);
  };

  /**
   * Leaves out spaces that the person is neither in nor invited to, people behind a block, what is outdated about a
   * session, and mentions in deleted posts. Says of the others whether the person has seen since what they are about.
   */
  async function shown(userId: string, feed: number, rows: readonly NotificationRow[]) {
    const spaces = new Map(
      (await spaceStore(db).some([...new Set(rows.map(({ space_id }) => space_id))])).map((one) => [
        one.space_id,
        one,
      ]),
    );
    const mine = new Map((await membershipStore(db).current(userId)).map((one) => [one.space_id, one]));
    const invited = new Set((await working.to(userId)).map(({ invitation_id }) => invitation_id));
    const sessionIds = rows.flatMap(({ kind, about_id }) => (isOfSession(kind) ? about_id : []));
    const sessions = new Map(
      (await sessionStore(db).some([...new Set(sessionIds)])).map((one) => [one.session_id, one]),
    );
    const blocked = await blockedAmong(
      userId,
      [...rows, ...sessions.values()].flatMap(({ by_id }) => by_id ?? []),
    );
    const { readMentions, deletedMentions } = await notificationStore(db).endedMentions(feed, userId);
    const isSeen = ({ kind, notification_id, space_id, about_id, created_at }: NotificationRow) => {
      if (kind === 'mention') return readMentions.has(notification_id);
      // Those that were declined or have expired are not shown.
      if (kind === 'invitation') return !invited.has(about_id);
      return created_at <= (mine.get(space_id)?.seen_at ?? 0);
    };
    return rows.flatMap((row) => {
      const space = spaces.get(row.space_id);
      const session = sessions.get(row.about_id);
      // Browsers choose the ids: that of an invitation may be that of a message.
      const mayKnow = mine.has(row.space_id) || (row.kind === 'invitation' && invited.has(row.about_id));
      const isHidden = [row.by_id, session?.by_id].some((id) => id && blocked.has(id));
      if (!space || space.closed_at !== null || !mayKnow || isHidden || !isKnown(row.kind)) return [];
      if ((isOfSession(row.kind) && isOutdated(row, session)) || deletedMentions.has(row.notification_id))
        return [];
      return [{ row, space, session, isSeen: isSeen(row) }];
    });
  }

  async function state(userId: string) {
    const feed = await feedStore(db).of(userId);
    const store = notificationStore(db);
    const reading = feed && (await store.reading(feed.feed));
    const rows = feed ? await store.newest(feed.feed, spaceLimits.notifications) : [];
    const read = readIn(reading?.fields);
    const list = (feed ? await shown(userId, feed.feed, rows) : []).map((one) => ({
      ...one,
      isRead: one.isSeen || one.row.created_at <= (read?.[0] ?? 0),
    }));
    const unread = list.filter(({ isRead }) => !isRead).length;
    return { list, read, unread, seq: reading?.seq ?? 0 };
  }

  return {
    /** Notifies once the transaction is committed, or at this time. */
    enqueue: async (trx: Queries, event: NotifiableEvent, dueAt = now()): Promise<void> =>
      void (await jobs.add(trx, 'seq' in event ? changeJob : notifyJob, event, { dueAt })),

    /** Notifies the members of a space, unless they chose not to be, of a session before it begins. */
    async enqueueReminder(trx: Queries, { session_id, starts_at }: SessionTableRow): Promise<void> {
      const payload: NotifiableEvent = { kind: 'session-soon', session_id, starts_at };
      const dueAt = starts_at - reminderTime;
      if (dueAt <= now()) return;
      await jobs.add(trx, notifyJob, payload, { dueAt, id: `session-soon-${session_id}-${starts_at}` });
    },

    jobHandlers: { [notifyJob]: handle, [changeJob]: handle, [restJob]: handle },

    /** The number of the last change, for feeds of accounts. */
    async seqOf(feed: number): Promise<number> {
      return (await notificationStore(db).reading(feed))?.seq ?? 0;
    },

    async list(userId: string) {
      const { list, read, unread, seq } = await state(userId);
      const people = await views.people(
        userId,
        list.flatMap(({ row }) => row.by_id ?? []),
      );
      const notifications = list.map(({ row, space, session, isRead }): Notification => {
        const { notification_id, kind, created_at, space_id, about_id, starts_at } = row;
        return {
          notification_id,
          kind,
          created_at,
          space_id,
          space_name: space.name,
          by: people.find(({ user_id }) => user_id === row.by_id) ?? null,
          message_id: kind === 'mention' || kind === 'answer' ? about_id : null,
          invitation_id: kind === 'invitation' ? about_id : null,
          session_id: isOfSession(kind) ? about_id : null,
          session_title: session?.title ?? null,
          starts_at,
          is_read: isRead,
        };
      });
      return { notifications, unread, read, seq };
    },

    /** The later of two values counts. */
    async markRead(userId: string, mark: readonly [number, number]) {
      const known = await feedOf(userId);
      await database.transaction(async (trx) => {
        const feed = known && (await feedStore(trx).claim(known.feed));
        if (!feed) return;
        const before = (await notificationStore(trx).reading(feed.feed))?.fields ?? '{}';
        const fields = cappedFields({ read: [Math.min(mark[0], now() + clockTolerance), mark[1]] }, now());
        const merged = JSON.stringify(mergeFields(JSON.parse(before) as StampedFields, fields));
        if (merged !== before) await advance(trx, feed, merged);
      });
      const { read, unread, seq } = await state(userId);
      return { read: read ?? [0, 0], unread, seq };
    },
  };

  function readIn(fields: string | undefined): [number, number] | null {
    const { read } = JSON.parse(fields ?? '{}') as { read?: unknown };
    return Read.safeParse(read).data ?? null;
  }
}
export type Notifications = ReturnType<typeof notificationsOf>;
