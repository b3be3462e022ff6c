import type { Database } from '../../../platform/database/database.ts';
import { spaceStore } from '../store/space-store.ts';

/** Lets the operator close spaces and open them again. A running server notices with the next request. */
export function operatedSpaces({ database, now }: { database: Database; now: () => number }) {
  return {
    find: (spaceId: string) => spaceStore(database.db).find(spaceId),

    async close(spaceId: string, isClosed: boolean): Promise<void> {
      const closed_at = isClosed ? now() : null;
      await spaceStore(database.db).change(spaceId, { closed_at });
    },
  };
}
export type OperatedSpaces = ReturnType<typeof operatedSpaces>;
