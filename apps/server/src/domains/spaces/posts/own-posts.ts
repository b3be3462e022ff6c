import { setImmediate } from 'node:timers/promises';
import type { OwnPosts } from '@polylogue/contract';
import type { SpaceContext } from '../core/context.ts';
import { noSpace } from '../core/policy.ts';
import { shownSpaces } from '../core/shown-spaces.ts';
import { authorStore } from '../store/author-store.ts';
import { memberStore } from '../store/member-store.ts';
import { reactionStore } from '../store/reaction-store.ts';
import { type SpaceRow, spaceStore } from '../store/space-store.ts';
import { usedText } from '../store/used-text.ts';
import type { StoppingTurns } from '../turns/stopping.ts';
import { leaveTraces } from './traces.ts';

/** How many posts one transaction deletes, and how many transactions one call makes. */
const portion = 200;
/** Of a portion with more than one post: deleting them delays everyone who writes. */
const mostReactions = 2_000;
const mostPortions = 5;
const mostSpaces = 1_000;

/** What a person wrote in spaces, also in those they have left. */
export function ownPostsInSpaces(
  deps: Pick<
    SpaceContext,
    'database' | 'commands' | 'working' | 'blockedAmong' | 'textQuota' | 'bytesElsewhere'
  > & {
    stopping: Pick<StoppingTurns, 'stopTurnsOf'>;
  },
) {
  const { database, commands, stopping, textQuota, bytesElsewhere } = deps;

  /** Looks for them before the transaction: there may be many deleted ones to pass. */
  async function deletePortion(userId: string, { space_id, feed }: SpaceRow, after: number) {
    const found = (await authorStore(database.reading).undeleted(userId, feed, after, portion)).map(
      ({ row_id }) => row_id,
    );
    if (found.length === 0) return { last: after, isEnd: true, deleted: 0 };
    const ids = cutByReactions(found, await reactionStore(database.reading).counts(found));
    const deleted = await commands.ofSpace(space_id, async (open) => {
      const rows = await authorStore(open.trx).undeletedAmong(userId, ids);
      if (rows.length > 0) await leaveTraces(open, rows, userId, stopping);
      return rows.length;
    });
    return {
      last: ids.at(-1) ?? after,
      isEnd: found.length < portion && ids.length === found.length,
      deleted,
    };
  }

  return {
    async list(userId: string) {
      const { reading } = database;
      const counts = await authorStore(reading).counts(userId, mostSpaces);
      const ids = counts.map(({ space_id }) => space_id);
      const spaces = new Map((await spaceStore(reading).some(ids)).map((space) => [space.space_id, space]));
      const isShown = await shownSpaces(deps, userId, [...spaces.values()]);
      const found = counts.flatMap(({ posts, bytes, ...me }): OwnPosts[] => {
        const { space_id, left_at } = me;
        const space = spaces.get(space_id);
        if (!space) return [];
        const name = isShown(space, me) ? space.name : null;
        return [{ space_id, name, left_at, posts, bytes }];
      });
      const used = (await usedText(reading, userId)) + (await bytesElsewhere(userId, reading));
      return { spaces: found.sort(byLeaving), used, quota: textQuota };
    },

    /** People who were never in the space learn nothing; a repeat deletes nothing. */
    async remove(userId: string, spaceId: string) {
      if (!(await memberStore(database.db).find(spaceId, userId))) noSpace();
      const space = (await spaceStore(database.db).find(spaceId)) ?? noSpace();
      let [last, deleted] = [0, 0];
      for (let count = 0; count < mostPortions; count += 1) {
        const done = await deletePortion(userId, space, last);
        last = done.last;
        deleted += done.deleted;
        if (done.isEnd) return { deleted, more: false };
        await setImmediate();
      }
      return { deleted, more: true };
    },
  };
}

/** The first posts, as many as have no more than `mostReactions` together; at least one. */
function cutByReactions(rowIds: readonly number[], reactions: ReadonlyMap<number, number>): number[] {
  let sum = 0;
  return rowIds.filter((id, at) => {
    sum += reactions.get(id) ?? 0;
    return at === 0 || sum <= mostReactions;
  });
}

/** First the spaces that the person is in, by name, then those they left last. */
function byLeaving(one: OwnPosts, other: OwnPosts): number {
  if (one.left_at === null && other.left_at === null) {
    return (one.name ?? '').localeCompare(other.name ?? '');
  }
  return (other.left_at ?? Number.POSITIVE_INFINITY) - (one.left_at ?? Number.POSITIVE_INFINITY);
}
