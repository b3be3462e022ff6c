import { UserId } from '@polylogue/contract';
import type { Database } from '../../platform/database/database.ts';
import { refuse } from '../../platform/http/refuse.ts';
import { type Contact, contacts } from '../users/service.ts';
import { type Between, between, statusOf } from './between.ts';
import { type FriendStore, friendStore } from './store.ts';

/** Two people who are there for each other, on a transaction. */
export interface Meeting {
  store: FriendStore;
  me: Contact;
  other: Contact;
  /** What is kept of the two, from my side. */
  kept: Between;
  /** How the other one stands to me now. */
  status(): Promise<ReturnType<typeof statusOf>>;
}

/** Brings two people together: until `work` has ended, nobody else changes how one of them stands to others. */
export function meetings(database: Database) {
  const { lockContacts } = contacts(database);
  return {
    /** Refuses with `otherwise` when one of them is not there for the other, whyever. */
    meet: <Result>(
      me: string,
      other: string,
      work: (meeting: Meeting) => Promise<Result>,
      otherwise: () => never = nobody,
    ) =>
      database.transaction(async (trx) => {
        const store = friendStore(trx);
        const found = await lockContacts([me, other], trx);
        const [mine, theirs] = [found.get(me), found.get(other)];
        if (!mine || !theirs || theirs.standing === 'suspended') return otherwise();
        if ((await store.blocksWith(me, [other])).length > 0) return otherwise();
        const kept = async () => (await between(store, me, [other])).get(other) ?? {};
        return await work({
          store,
          me: mine,
          other: theirs,
          kept: await kept(),
          status: async () => statusOf(other, await kept()),
        });
      }),
  };
}

/** The id in a text of somebody's; what could be nobody's is that of nobody, and goes the same way. */
export const idIn = (text: string) => UserId.safeParse(text).data ?? '';

/** Whoever is unknown, gone or on the other side of a block. */
export function nobody(): never {
  return refuse('not-found', 'User not found');
}
