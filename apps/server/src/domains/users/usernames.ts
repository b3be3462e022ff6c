import type { Queries } from '../../platform/database/database.ts';
import { NotUniqueError } from '../../platform/database/faults.ts';
import { refuse } from '../../platform/http/refuse.ts';
import { canonicalUsername, isReserved } from './names.ts';
import type { UserRow } from './store.ts';
import { usernameStore } from './username-store.ts';

/** How long a name is reserved for the person who gave it up (milliseconds). */
const reservedFor = 90 * 24 * 60 * 60 * 1000;
/** How many names are reserved for one person at a time. */
const maxReserved = 10;

export interface UsernameDeps {
  /** Milliseconds since 1970. */
  now: () => number;
}

/** Which names may be taken, and what happens to those that are given up. */
export function usernames({ now }: UsernameDeps) {
  const since = () => now() - reservedFor;

  async function isUnavailable(canonical: string, userId: string, on: Queries): Promise<boolean> {
    return isReserved(canonical) || (await usernameStore(on).isHeld(canonical, userId, since()));
  }

  return {
    /**
     * Throws a NotUniqueError if a name that was just written is not available. Call it in the transaction that wrote it:
     * only then is it certain that the name is not being given up at the same moment.
     */
    async mustBeFree(canonical: string, userId: string, on: Queries): Promise<void> {
      if (await isUnavailable(canonical, userId, on)) throw new NotUniqueError(['username_canonical']);
    },

    isUnavailable,

    /** A person's former names once they are called `username`; the old name is reserved for them. */
    async exchange(user: UserRow, former: string[], username: string, on: Queries): Promise<string[]> {
      const store = usernameStore(on);
      await store.release(canonicalUsername(username), user.user_id, since());
      const reserved = await store.givenUp(user.user_id);
      if (reserved.length >= maxReserved) tooMany((reserved[0]?.givenUpAt ?? 0) - since());
      await store.giveUp(user.username_canonical, user.user_id, now());
      return [...former.filter((name) => name !== username && name !== user.username), user.username];
    },
  };
}
export type Usernames = ReturnType<typeof usernames>;

function tooMany(wait: number): never {
  return refuse(
    'too-many',
    `${maxReserved} usernames that you gave up are still reserved for you, for 90 days each. You can take one of them back.`,
    { 'retry-after': String(Math.ceil(wait / 1000)) },
  );
}
