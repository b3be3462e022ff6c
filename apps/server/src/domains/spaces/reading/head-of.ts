import type { Database } from '../../../platform/database/database.ts';
import { feedStore } from '../../../platform/feed/feeds.ts';

/** The number of the last change in a space; 0 if there is no such space. */
export const headOf = async ({ db }: Database, spaceId: string): Promise<number> =>
  (await feedStore(db).of(spaceId))?.head ?? 0;
