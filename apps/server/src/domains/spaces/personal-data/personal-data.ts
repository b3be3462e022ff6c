import type { Queries } from '../../../platform/database/database.ts';
import type { SpaceContext } from '../core/context.ts';
import { membershipStore } from '../store/membership-store.ts';
import { usedText } from '../store/used-text.ts';
import { forgettingInSpaces } from './forgetting.ts';
import { storedInSpaces } from './stored.ts';
import { textsInSpaces } from './texts.ts';

/** A person's data in spaces, for their copy and for when they leave. */
export function personalData({ database, commands }: Pick<SpaceContext, 'database' | 'commands'>) {
  const { reading } = database;
  return {
    name: 'spaces',
    collect: (userId: string) => storedInSpaces(reading, userId),
    texts: (userId: string) => textsInSpaces(reading, userId),
    textBytes: async (userId: string) => 2 * (await usedText(reading, userId)),
    forget: forgettingInSpaces({ database, commands }),

    holds: async (userId: string, on: Queries): Promise<boolean> =>
      (await membershipStore(on).every(userId, 1)).length > 0,
  };
}
