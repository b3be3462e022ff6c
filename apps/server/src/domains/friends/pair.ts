import { UserId } from '@polylogue/contract';
import type { Database, Queries } from '../../platform/database/database.ts';
import { refuse } from '../../platform/http/refuse.ts';
import { type Contact, contacts } from '../users/service.ts';
import { type RelationRows, relationRows, statusOf } from './relation-rows.ts';
import { blockStore } from './store/block-store.ts';

/** Two people who may know of each other, in a transaction. */
export interface Pair {
  trx: Queries;
  me: Contact;
  other: Contact;
  /** The rows about the two, from my side. */
  rows: RelationRows;
  /** The other person's relation to me now. */
  status(): Promise<ReturnType<typeof statusOf>>;
}

/** Locks two people: until `work` has ended, no other call changes either person's relations. */
export function pairs(database: Database) {
  const { lockContacts } = contacts(database);
  return {
    /** Refuses with `otherwise` if one of them is unknown, deleted, suspended or blocked. */
    withPair: <Result>(
      me: string,
      other: string,
      work: (pair: Pair) => Promise<Result>,
      otherwise: () => never = notFound,
    ) =>
      database.transaction(async (trx) => {
        const found = await lockContacts([me, other], trx);
        const [mine, theirs] = [found.get(me), found.get(other)];
        if (!mine || !theirs || theirs.standing === 'suspended') return otherwise();
        if ((await blockStore(trx).between(me, [other])).length > 0) return otherwise();
        const rows = async () => (await relationRows(trx, me, [other])).get(other) ?? {};
        return await work({
          trx,
          me: mine,
          other: theirs,
          rows: await rows(),
          status: async () => statusOf(other, await rows()),
        });
      }),
  };
}

/** The user id in a text; for invalid text, an id that does not exist, so that the answer is the same. */
export const parseUserId = (text: string) => UserId.safeParse(text).data ?? '';

/** The answer for unknown users, deleted ones, and ones on the other side of a block. */
export function notFound(): never {
  return refuse('not-found', 'User not found');
}
