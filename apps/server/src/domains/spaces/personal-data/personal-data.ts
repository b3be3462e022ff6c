import type { Queries } from '../../../platform/database/database.ts';
import type { SpaceContext } from '../core/context.ts';
import { membershipStore } from '../store/membership-store.ts';
import { usedText } from '../store/used-text.ts';
import { forgettingInSpaces } from './forgetting.ts';
import type { SpaceNameDeps } from './names.ts';
import { storedInSpaces } from './stored.ts';
import { textsInSpaces } from './texts.ts';

/** A person's data in spaces, for their copy and for when they leave. */
export function personalData(deps: Pick<SpaceContext, 'commands'> & SpaceNameDeps) {
  const { reading } = deps.database;
  return {
    name: 'spaces',
    collect: (userId: string) => storedInSpaces(deps, userId),
    texts: (userId: string) => textsInSpaces(deps, userId),
    textBytes: async (userId: string) => 2 * (await usedText(reading, userId)),
    forget: forgettingInSpaces(deps),

    holds: async (userId: string, on: Queries): Promise<boolean> =>
      (await membershipStore(on).every(userId, 1)).length > 0,
  };
}
