import type { Queries } from '../../../platform/database/database.ts';
import { memberStore } from '../store/member-store.ts';
import type { SpaceRow } from '../store/space-store.ts';
import { rightsIn } from './policy.ts';

/** Those of these people who may post in a space at this moment. */
export async function speakersAmong(
  on: Queries,
  space: SpaceRow,
  userIds: readonly string[],
  now: number,
): Promise<ReadonlySet<string>> {
  const members = await memberStore(on).among(space.space_id, [...new Set(userIds)]);
  return new Set(members.filter((me) => rightsIn({ space, me }, now).post).map(({ user_id }) => user_id));
}
