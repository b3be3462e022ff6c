import { searchKey } from '../../../platform/database/folded.ts';
import type { SpaceContext } from '../core/context.ts';
import { isHost, mustBeAllowed } from '../core/policy.ts';
import { namedIn } from '../core/rows.ts';
import { membersBeginning } from '../store/member-search.ts';
import { type MemberRow, memberStore } from '../store/member-store.ts';

import { headOf } from './head-of.ts';

export interface MemberQuery {
  after?: string | undefined;
  q?: string | undefined;
  ids?: string | undefined;
  /** Those who are banned, instead of those who are in the space. */
  banned: 'true' | 'false';
  limit: number;
}

/** The members of a space. */
export function readingMembers({ database, views, now }: Pick<SpaceContext, 'database' | 'views' | 'now'>) {
  /** The first members whose username or full name begins like this, as far as the reader sees it. */
  async function membersNamed(userId: string, spaceId: string, prefix: string, limit: number) {
    // Away from the main thread: on a large server many may have such a name, and none of them be in this space.
    const ids = await membersBeginning(database.reading, spaceId, userId, prefix, limit);
    const rows = new Map(
      (await memberStore(database.db).among(spaceId, ids)).map((row) => [row.user_id, row]),
    );
    return ids.flatMap((id) => rows.get(id) ?? []);
  }

  return {
    async members(userId: string, spaceId: string, { after = '', q = '', ids, banned, limit }: MemberQuery) {
      const membership = await views.membership(userId, spaceId);
      const { me } = membership;
      const isBanned = banned === 'true';
      if (isBanned) mustBeAllowed(membership, 'remove', now());
      const head = await headOf(database, spaceId);
      const shown = await views.rowsOf(userId, spaceId);
      const prefix = searchKey(q);
      const membersIn = (rows: readonly MemberRow[]) =>
        rows.flatMap((row) => {
          const member = shown.member(row, isHost(me));
          return 'user_id' in member ? member : [];
        });
      if (ids !== undefined) {
        const wanted = ids.split(',');
        return {
          members: membersIn(await memberStore(database.db).among(spaceId, wanted)),
          people: await views.peopleIn(
            spaceId,
            userId,
            await memberStore(database.db).everAmong(spaceId, wanted),
          ),
          next: null,
          head,
        };
      }
      const rows = isBanned
        ? await memberStore(database.db).banned(spaceId, after, limit + 1)
        : prefix === ''
          ? await memberStore(database.db).page(spaceId, after, limit + 1)
          : await membersNamed(userId, spaceId, prefix, limit);
      const members = membersIn(rows.slice(0, limit));
      return {
        members,
        people: await views.peopleIn(spaceId, userId, namedIn({ members })),
        next: rows.length > limit ? (rows[limit - 1]?.user_id ?? null) : null,
        head,
      };
    },
  };
}
