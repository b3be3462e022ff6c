import type { SpaceCard } from '@polylogue/contract';
import { searchKey } from '../../../platform/database/folded.ts';
import type { SpaceContext } from '../core/context.ts';
import { type MemberRow, memberStore } from '../store/member-store.ts';
import { membershipStore } from '../store/membership-store.ts';
import { type SpaceRow, spaceStore } from '../store/space-store.ts';

/** Public spaces, as listed for a person. */
export function listingPublicSpaces({
  database,
  blockedAmong,
  origin,
}: Pick<SpaceContext, 'database' | 'blockedAmong' | 'origin'>) {
  return async function list(userId: string, before: string | undefined, q: string | undefined) {
    const limit = 50;
    const rows = await spaceStore(database.db).listed(placeIn(before), searchKey(q ?? ''), limit + 1);
    const page = rows.slice(0, limit);
    const blocked = await blockedAmong(
      userId,
      page.flatMap(({ owner_id }) => owner_id ?? []),
    );
    const mine = new Map((await membershipStore(database.db).current(userId)).map((me) => [me.space_id, me]));
    const former = new Map<string, MemberRow>();
    for (const { space_id } of page) {
      const me = mine.has(space_id) ? undefined : await memberStore(database.db).find(space_id, userId);
      if (me) former.set(space_id, me);
    }
    const last = rows.length > limit ? page.at(-1) : undefined;
    return {
      spaces: page
        .filter(({ owner_id, space_id }) => !blocked.has(owner_id ?? '') && !former.get(space_id)?.is_banned)
        .map((space) => ({
          ...cardOf(space, origin(), former.get(space.space_id)),
          about: space.about,
          created_at: space.created_at,
          is_member: mine.has(space.space_id),
        })),
      next: last ? `${last.created_at}.${last.space_id}` : null,
    };
  };
}

/** What a person who is not in a space, perhaps no longer, sees of it. */
export const cardOf = (
  { space_id, name, picture_file_id, people }: SpaceRow,
  origin: string,
  me: MemberRow | undefined,
): SpaceCard => ({
  space_id,
  name,
  picture_url: picture_file_id === null ? null : `${origin}/files/${picture_file_id}/thumbnail`,
  people,
  ...(me && { showed_name: me.shows_name }),
});

function placeIn(before: string | undefined) {
  if (before === undefined) return undefined;
  const dot = before.indexOf('.');
  return { at: Number(before.slice(0, dot)), id: before.slice(dot + 1) };
}
