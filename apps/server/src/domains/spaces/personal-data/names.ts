import { pages } from '../../../platform/batches/pages.ts';
import type { SpaceContext } from '../core/context.ts';
import { shownSpaces } from '../core/shown-spaces.ts';
import { invitationStore } from '../store/invitation-store.ts';
import type { MemberRow } from '../store/member-store.ts';
import { spaceStore } from '../store/space-store.ts';
import { membershipsOf } from './pages.ts';

/** How many rows are read per query. */
const slice = 200;

export type SpaceNameDeps = Pick<SpaceContext, 'database' | 'working' | 'blockedAmong'>;

/** The names of the spaces that a person is or was in, or invited to, as far as they may know them now. */
export async function spaceNames(deps: SpaceNameDeps, userId: string): Promise<ReadonlyMap<string, string>> {
  const { reading } = deps.database;
  const mine = new Map<string, MemberRow | undefined>();
  for (const { space_id } of await invitationStore(reading).to(userId)) mine.set(space_id, undefined);
  for await (const me of membershipsOf(reading, userId)) mine.set(me.space_id, me);
  const names = new Map<string, string>();
  for (const page of pages([...mine.keys()], slice)) {
    const spaces = await spaceStore(reading).some(page);
    const isShown = await shownSpaces(deps, userId, spaces);
    for (const space of spaces) {
      if (isShown(space, mine.get(space.space_id))) names.set(space.space_id, space.name);
    }
  }
  return names;
}
