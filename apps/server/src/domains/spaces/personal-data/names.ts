import { pages } from '../../../platform/batches/pages.ts';
import type { Queries } from '../../../platform/database/database.ts';
import { invitationStore } from '../store/invitation-store.ts';
import { spaceStore } from '../store/space-store.ts';
import { membershipsOf } from './pages.ts';

/** How many rows are read per query. */
const slice = 200;

/** The names of the spaces that a person is or was in, or invited to. */
export async function spaceNames(reading: Queries, userId: string): Promise<ReadonlyMap<string, string>> {
  const ids = new Set((await invitationStore(reading).to(userId)).map(({ space_id }) => space_id));
  for await (const { space_id } of membershipsOf(reading, userId)) ids.add(space_id);
  const names = new Map<string, string>();
  for (const page of pages([...ids], slice)) {
    for (const { space_id, name } of await spaceStore(reading).some(page)) names.set(space_id, name);
  }
  return names;
}
