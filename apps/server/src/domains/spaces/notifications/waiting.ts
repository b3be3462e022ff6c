import { doEach } from '../../../platform/batches/do-each.ts';
import type { Queries } from '../../../platform/database/database.ts';
import type { JobHandler } from '../../../platform/jobs/attempt.ts';
import type { SpaceContext } from '../core/context.ts';
import { rightsIn } from '../core/policy.ts';
import { tellingWaiting } from '../store/member-store.ts';
import { messageStore } from '../store/message-store.ts';
import type { NotificationRow } from '../store/notification-store.ts';
import { type SpaceRow, spaceStore } from '../store/space-store.ts';
import type { TurnTableRow } from '../store/turn-row.ts';
import { turnStore } from '../store/turn-store.ts';
import type { AccountNotifications, NewNotification } from './account-feed.ts';

/** A turn that waits, and who no block may separate from whoever is told: a host may ask the question of another again. */
type WaitingTurn = Pick<TurnTableRow, 'turn_id' | 'asked_by' | 'asked_at'> & { concerned: readonly string[] };

/** Questions that someone asked and that wait for a key; while another turn of the space is answered, none does. */
async function waitingIn(
  db: Queries,
  space: Pick<SpaceRow, 'space_id' | 'feed' | 'ai_mode' | 'closed_at' | 'archived_at'>,
): Promise<readonly WaitingTurn[]> {
  const isOver = space.ai_mode === 'off' || space.closed_at !== null || space.archived_at !== null;
  const open = isOver ? [] : await turnStore(db).open(space.space_id);
  if (open.some(({ state }) => state === 'running')) return [];
  const waiting = open.filter(({ is_automatic }) => !is_automatic);
  const questions = waiting.map(({ question_id }) => question_id);
  const found = await messageStore(db).authors(space.feed, [...new Set(questions)]);
  const authors = new Map(found.map(({ message_id, by_id }) => [message_id, by_id]));
  return waiting.map(({ turn_id, asked_by, asked_at, question_id }) => {
    const concerned = [asked_by, authors.get(question_id)].flatMap((id) => id ?? []);
    return { turn_id, asked_by, asked_at, concerned };
  });
}

const concernedIn = (waiting: readonly WaitingTurn[]) => [
  ...new Set(waiting.flatMap(({ concerned }) => concerned)),
];

/** Those of them that someone could answer: of others, without a block in between. */
const waitingFor = (
  userId: string,
  waiting: readonly WaitingTurn[],
  blocked: ReadonlySet<string>,
): readonly WaitingTurn[] =>
  waiting.filter(
    ({ asked_by, concerned }) =>
      asked_by !== null && asked_by !== userId && !concerned.some((id) => blocked.has(id)),
  );

/** A person has one notification of a space in which questions wait, whatever their number. */
const waitingIdOf = (spaceId: string) => `waiting-${spaceId}`;

/** The questions that notifications are about and that wait right now, by the id of the notification. */
export async function waitingNow(
  userId: string,
  rows: readonly NotificationRow[],
  spaces: ReadonlyMap<string, SpaceRow>,
  { db, blockedAmong }: { db: Queries } & Pick<SpaceContext, 'blockedAmong'>,
): Promise<ReadonlyMap<string, readonly WaitingTurn[]>> {
  const found = await Promise.all(
    rows
      .filter(({ kind }) => kind === 'waiting')
      .map(async ({ notification_id, space_id }) => {
        const space = spaces.get(space_id);
        const waiting = space ? await waitingIn(db, space) : [];
        const blocked = await blockedAmong(userId, concernedIn(waiting));
        return [notification_id, waitingFor(userId, waiting, blocked)] as const;
      }),
  );
  return new Map(found);
}

/** The job that tells members of questions that wait, and takes it back once none does. */
export function notifyingOfWaiting({
  database: { db },
  feeds,
  blockedAmong,
  sockets,
  now,
}: Pick<SpaceContext, 'database' | 'blockedAmong' | 'sockets' | 'now'> & {
  feeds: Pick<AccountNotifications, 'replace'>;
}): JobHandler {
  return async (payload) => {
    // Earlier versions did not say.
    const { space_id, is_new_too = true } = payload as { space_id: string; is_new_too?: boolean };
    const space = await spaceStore(db).find(space_id);
    if (!space) return;
    const waiting = await waitingIn(db, space);
    const concerned = concernedIn(waiting);
    await doEach(await tellingWaiting(db, space_id), async (me) => {
      const { user_id } = me;
      const blocked = await blockedAmong(user_id, concerned);
      // What is lent by who may not post answers no one else.
      const last = rightsIn({ space, me }, now()).post
        ? waitingFor(user_id, waiting, blocked).at(-1)
        : undefined;
      const id = waitingIdOf(space_id);
      const draft: NewNotification | null = last
        ? {
            ...{ notification_id: id, kind: 'waiting', space_id, by_id: null },
            about_id: last.turn_id,
            starts_at: null,
          }
        : null;
      // Who looks at the space sees the question itself.
      const isNewToo = is_new_too && !sockets().isLooking(space_id, user_id);
      await feeds.replace(user_id, id, draft, { isNewToo, since: last?.asked_at ?? 0 });
    });
  };
}
