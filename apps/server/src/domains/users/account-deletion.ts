import { createHmac } from 'node:crypto';
import type { Database, Queries } from '../../platform/database/database.ts';
import { rememberedSecret } from '../../platform/tokens/secret.ts';
import { deletionStore } from './account-deletion-store.ts';
import { updateFindable } from './findable.ts';
import { canonicalUsername } from './names.ts';
import type { AccountRow } from './store.ts';
import { usernameStore } from './username-store.ts';

const day = 24 * 60 * 60 * 1000;
/** How long a deleted account's username stays reserved: others may still look for that person (milliseconds). */
const reservedFor = 90 * day;

/** Deleting accounts, and the names that stay reserved. */
export function accountDeletion({ database, now }: { database: Database; now: () => number }) {
  const { db } = database;
  const secret = rememberedSecret(db, 'names', now);

  /** Names as they are stored: without our secret, they cannot be guessed. */
  async function hashes(...names: string[]): Promise<string[]> {
    const key = await secret();
    return names.map((name) => createHmac('sha256', key).update(name).digest('base64url'));
  }

  return {
    /** Whether a username or an address, in canonical form, is still reserved for the one who had it. */
    async isRetired(...names: string[]): Promise<boolean> {
      return await deletionStore(db).isRetired(await hashes(...names), now());
    },

    /** Call before the transaction in which names are retired or released. */
    hashes,

    /** Until then, nobody signs up with an address that its owner may take back. */
    reserve: (hashes: readonly string[], freeAt: number, on: Queries): Promise<void> =>
      deletionStore(on).retire(hashes, freeAt),

    /** Removes from the account everything by which a person is known; the names stay reserved. */
    async anonymize(userId: string, names: string[], on: Queries): Promise<void> {
      const store = deletionStore(on);
      await store.retire(names, now() + reservedFor);
      // Names they had given up themselves stay reserved only for the remaining time.
      for (const { username, givenUpAt } of await usernameStore(on).givenUp(userId)) {
        const freeAt = givenUpAt + reservedFor;
        if (freeAt > now()) await store.retire(await hashes(username), freeAt);
      }
      await store.anonymize(userId, now());
      await updateFindable(userId, on);
    },

    /** Completes what `anonymize` began: the account is deleted, and its address is free again. */
    async remove(userId: string, address: string, on: Queries): Promise<void> {
      const store = deletionStore(on);
      await store.remove(userId);
      await store.release(address);
    },

    forgetRetired: () => deletionStore(db).sweep(now()),

    async waivers(userId: string) {
      const rows = await deletionStore(db).waivers(userId);
      return rows.map(({ version, accepted_at }) => ({
        version,
        accepted_at: new Date(accepted_at).toISOString(),
      }));
    },
  };
}

export type AccountDeletion = ReturnType<typeof accountDeletion>;

/** The names by which an account is found, in canonical form. */
export function namesOf({ username, email_canonical }: Pick<AccountRow, 'username' | 'email_canonical'>) {
  return [canonicalUsername(username), email_canonical];
}
