import { doEach } from '../../../platform/batches/do-each.ts';
import { readJson } from '../../../platform/database/json.ts';
import type { JobHandler } from '../../../platform/jobs/attempt.ts';
import type { SpaceContext } from '../core/context.ts';
import { Ids } from '../core/rows.ts';
import { invitationStore } from '../store/invitation-store.ts';
import { type MemberRow, memberStore } from '../store/member-store.ts';
import { messageStore } from '../store/message-store.ts';
import { spaceStore } from '../store/space-store.ts';
import { turnStore } from '../store/turn-store.ts';
import type { AccountNotifications, NewNotification } from './account-feed.ts';
import { changeJob, notifyJob, restJob } from './enqueueing.ts';
import type { NotifiableEvent } from './event.ts';
import { behindBlocksOf, type NotifyOfSession } from './session-events.ts';

/** What the jobs do: they write events into the feeds of everyone concerned. */
export function notifyingPeople({
  database: { db },
  feeds: { write },
  session,
  blockedAmong,
  now,
}: Pick<SpaceContext, 'database' | 'blockedAmong' | 'now'> & {
  feeds: Pick<AccountNotifications, 'write'>;
  session: NotifyOfSession;
}) {
  /** Notifies these members of what this person did, except where a block or their settings forbid it. */
  async function notifyMembers(members: readonly MemberRow[], byId: string | null, draft: NewNotification) {
    const blocked = await behindBlocksOf(byId, members, blockedAmong);
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

  const handle: JobHandler = async (payload) => {
    const event = payload as NotifiableEvent;
    if ('message_id' in event) return event.kind === 'answer' ? answer(event) : mention(event);
    if (event.kind === 'invitation') return invitation(event);
    return session(event);
  };

  return { [notifyJob]: handle, [changeJob]: handle, [restJob]: handle };
}
