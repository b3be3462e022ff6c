import { createHmac } from 'node:crypto';
import type { Database, Queries } from '../../platform/database/database.ts';
import { rememberedSecret } from '../../platform/tokens/secret.ts';
import { keepFindable } from './findable.ts';
import { leavingStore } from './leaving-store.ts';
import { canonicalUsername } from './names.ts';
import type { Account } from './store.ts';
import { usernameStore } from './username-store.ts';

const day = 24 * 60 * 60 * 1000;
/** So long nobody is given the username of somebody who left: others still look for them under it (milliseconds). */
const rest = 90 * day;

/** How an account comes to an end, and what stays taken by it. */
export function leaving({ database, now }: { database: Database; now: () => number }) {
  const { db } = database;
  const secret = rememberedSecret(db, 'names', now);

  /** A name as it is remembered: without our secret nobody can try names. */
  async function hashes(...names: string[]): Promise<string[]> {
    const key = await secret();
    return names.map((name) => createHmac('sha256', key).update(name).digest('base64url'));
  }

  return {
    /** Whether a username or an address, each as it is compared, is still that of somebody who left. */
    async isRetired(...names: string[]): Promise<boolean> {
      return await leavingStore(db).isRetired(await hashes(...names), now());
    },

    /** To be called before the transaction on which names are retired or released. */
    hashes,

    /** Takes everything a person is known by out of the account; names stay taken. */
    async vanish(userId: string, names: string[], on: Queries): Promise<void> {
      const store = leavingStore(on);
      await store.retire(names, now() + rest);
      // Names they gave up themselves rest for as long as they would have.
      for (const { username, givenUpAt } of await usernameStore(on).givenUp(userId)) {
        await store.retire(await hashes(username), givenUpAt + rest);
      }
      await store.vanish(userId, now());
      await keepFindable(userId, on);
    },

    /** Ends what `vanish` began: the account is gone, and its address free again. */
    async remove(userId: string, address: string, on: Queries): Promise<void> {
      const store = leavingStore(on);
      await store.remove(userId);
      await store.release(address);
    },

    forgetRetired: () => leavingStore(db).sweep(now()),

    async waivers(userId: string) {
      const rows = await leavingStore(db).waivers(userId);
      return rows.map(({ version, accepted_at }) => ({
        version,
        accepted_at: new Date(accepted_at).toISOString(),
      }));
    },
  };
}

export type Leaving = ReturnType<typeof leaving>;

/** What an account is found by, each as it is compared. */
export function namesOf({ username, email_canonical }: Pick<Account, 'username' | 'email_canonical'>) {
  return [canonicalUsername(username), email_canonical];
}
