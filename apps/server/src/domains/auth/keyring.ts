import type { Database } from '../../platform/database/database.ts';
import { accessTime, type Keyring, newSigningKey, type SigningKey } from '../../platform/tokens/access.ts';
import { keyStore } from './key-store.ts';

/** How long a node relies on the keys it knows; another one may have changed them (milliseconds). */
const freshFor = 60_000;
/** The minimum time between two lookups of unknown keys (milliseconds). */
const minReloadInterval = 5_000;
/** A retired key stays valid this long, since other nodes sign with it until they notice (milliseconds). */
const overlap = accessTime * 1000 + 2 * freshFor;

interface LoadedKeys {
  signing: SigningKey | undefined;
  byId: Map<string, SigningKey['publicJwk']>;
}

export interface RotatingKeyring extends Keyring {
  /** Creates a key that signs from now on; returns its id. */
  rotate(): Promise<string>;
}

/** The signing keys in the database; the first is created when first needed. */
export function keyring(database: Database, now: () => number, steady = now): RotatingKeyring {
  const store = keyStore(database.db);
  let known: Promise<LoadedKeys> | undefined;
  let readAt = Number.NEGATIVE_INFINITY;
  let reloadedAt = Number.NEGATIVE_INFINITY;

  async function read(): Promise<LoadedKeys> {
    const rows = (await store.all()).filter(({ retired_at }) => (retired_at ?? now()) + overlap > now());
    const keys = rows.map((row) => ({
      kid: row.kid,
      privateJwk: JSON.parse(row.private_jwk),
      publicJwk: JSON.parse(row.public_jwk),
      isRetired: row.retired_at !== null,
    }));
    return {
      signing: keys.find(({ isRetired }) => !isRetired),
      byId: new Map(keys.map(({ kid, publicJwk }) => [kid, publicJwk])),
    };
  }

  function keys(): Promise<LoadedKeys> {
    if (known && steady() - readAt < freshFor) return known;
    readAt = steady();
    const reading = read();
    known = reading;
    reading.catch(() => {
      if (known === reading) known = undefined;
    });
    return reading;
  }

  /** Reloads the keys when one is unknown, but not for every made-up key id. */
  async function reloadedKeys(): Promise<LoadedKeys> {
    if (steady() - reloadedAt >= minReloadInterval) {
      reloadedAt = steady();
      known = undefined;
    }
    return keys();
  }

  async function rotate(): Promise<string> {
    const { kid, privateJwk, publicJwk } = await newSigningKey();
    await database.transaction(async (trx) => {
      const row = { private_jwk: JSON.stringify(privateJwk), public_jwk: JSON.stringify(publicJwk) };
      await keyStore(trx).add({ kid, ...row, created_at: now() });
      await keyStore(trx).retireExcept(kid, now());
    });
    known = undefined;
    return kid;
  }

  let making: Promise<unknown> | undefined;

  return {
    rotate,
    async signing() {
      const { signing } = await keys();
      if (signing) return signing;
      making ??= rotate().finally(() => {
        making = undefined;
      });
      await making;
      const made = (await keys()).signing;
      if (!made) throw new Error('There is no signing key.');
      return made;
    },
    async find(kid) {
      // Another node may have created it a moment ago.
      return (await keys()).byId.get(kid) ?? (await reloadedKeys()).byId.get(kid);
    },
  };
}
