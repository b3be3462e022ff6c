import { setImmediate } from 'node:timers/promises';
import { feedStore } from '../../../platform/feed/feeds.ts';
import { RefusedError } from '../../../platform/http/refuse.ts';
import type { SpaceContext } from '../core/context.ts';
import { endMembership, passOnOrArchive } from '../members/joining.ts';
import { authorStore, forgetNameInMessages } from '../store/author-store.ts';
import { invitationStore } from '../store/invitation-store.ts';
import { type MemberRow, memberStore } from '../store/member-store.ts';
import { membershipStore } from '../store/membership-store.ts';
import { notificationStore } from '../store/notification-store.ts';
import { forgetNameInTurn } from '../store/person-in-turns.ts';
import { reactionStore } from '../store/reaction-store.ts';
import { sessionStore } from '../store/session-store.ts';
import { spaceStore } from '../store/space-store.ts';
import { turnStore } from '../store/turn-store.ts';
import { turnsWith } from './pages.ts';

/** How many rows are changed per transaction. */
const slice = 200;
/** How many messages one transaction searches for a name. */
const messagesSearched = 5_000;
const mostSpaces = 1_000;

/** What happens in spaces when a person leaves for good. */
export function forgettingInSpaces({ database, commands }: Pick<SpaceContext, 'database' | 'commands'>) {
  /** Leaves a space; an owned one goes to the host who joined first, or is archived if there is none. */
  const leave = ({ space_id, user_id }: MemberRow) =>
    commands.ofSpace(space_id, async (open) => {
      const member = await memberStore(open.trx).find(space_id, user_id);
      if (!member || member.left_at !== null) return;
      const { space } = open;
      const isOwner = space.owner_id === user_id;
      await endMembership({ open, space }, member, {});
      // Nor did they join with a line.
      if (member.role !== 'listener') await open.addNotice('left', null);
      if (isOwner) await passOnOrArchive(open, null);
    });

  /** What they wrote stays, without its author's name. */
  async function forgetIn({ space_id, user_id }: MemberRow) {
    const space = await spaceStore(database.db).find(space_id);
    if (!space) return memberStore(database.db).remove(space_id, user_id);
    const some = () =>
      database.transaction(
        async (trx) => (await authorStore(trx).forget(user_id, space.feed, slice)) === slice,
      );
    while (await some()) await setImmediate();
    const { rows = 0 } = (await feedStore(database.db).of(space_id)) ?? {};
    for (let from = 0; from < rows; from += messagesSearched) {
      const to = Math.min(from + messagesSearched, rows);
      await database.transaction((trx) => forgetNameInMessages(trx, user_id, space.feed, from, to));
      await setImmediate();
    }
    const openTurns = await turnStore(database.db).open(space_id);
    for await (const { turn_id, segments } of turnsWith(database.reading, user_id, space.feed)) {
      if (segments !== null) await forgetNameInTurn(database.db, user_id, space.feed, turn_id);
    }
    await commands.ofSpace(space_id, async (open) => {
      // Those posted meanwhile, and turns that may have been saved again with the name.
      await forgetNameInMessages(open.trx, user_id, space.feed, rows);
      for (const { turn_id } of openTurns) {
        await forgetNameInTurn(open.trx, user_id, space.feed, turn_id);
      }
      await memberStore(open.trx).remove(space_id, user_id);
      // Rows have changed without a number in the feed.
      await open.change({ generation: open.space.generation + 1 });
    });
  }

  /** Safe to repeat after an interruption: memberships are deleted last. */
  return async function forget(userId: string): Promise<void> {
    const { db } = database;
    const mine = await membershipStore(db).every(userId, mostSpaces);
    for (const member of mine) await leave(member).catch(ifNoSpace);
    while ((await reactionStore(db).forget(userId, slice)) === slice) await setImmediate();
    await invitationStore(db).forget(userId);
    await sessionStore(db).forgetAuthor(userId);
    await spaceStore(db).forgetCreator(userId);
    while ((await notificationStore(db).forgetAuthor(userId, slice)) === slice) await setImmediate();
    const feed = await feedStore(db).of(userId);
    if (feed) await notificationStore(db).forgetOf(feed.feed);
    for (const member of mine) await forgetIn(member);
    if (mine.length === mostSpaces) await forget(userId);
  };
}

/** There is nothing to leave. */
function ifNoSpace(error: unknown) {
  if (!(error instanceof RefusedError && error.refusal === 'not-found')) throw error;
}
