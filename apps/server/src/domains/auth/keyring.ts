import type { Database } from '../../platform/database/database.ts';
import { accessTime, type Keyring, newSigningKey, type SigningKey } from '../../platform/tokens/access.ts';
import { authStore } from './store.ts';

/** How long a node goes on with the keys it knows; another one may have changed them (milliseconds). */
const freshFor = 60_000;
/** A retired key still proves what was signed with it, and other nodes sign with it until they notice. */
const overlap = accessTime * 1000 + 2 * freshFor;

interface Known {
  readAt: number;
  signing: SigningKey | undefined;
  byId: Map<string, SigningKey['publicJwk']>;
}

export interface RotatingKeyring extends Keyring {
  /** Makes a new key sign from now on; returns its id. */
  rotate(): Promise<string>;
}

/** The signing keys in the database; the first is made when it is first needed. */
export function keyring(database: Database, now: () => number): RotatingKeyring {
  const store = authStore(database.db);
  let known: Promise<Known> | undefined;
  let readAt = Number.NEGATIVE_INFINITY;

  async function read(): Promise<Known> {
    const rows = (await store.keys()).filter(({ retired_at }) => (retired_at ?? now()) + overlap > now());
    const keys = rows.map((row) => ({
      kid: row.kid,
      privateJwk: JSON.parse(row.private_jwk),
      publicJwk: JSON.parse(row.public_jwk),
      isRetired: row.retired_at !== null,
    }));
    return {
      readAt: now(),
      signing: keys.find(({ isRetired }) => !isRetired),
      byId: new Map(keys.map(({ kid, publicJwk }) => [kid, publicJwk])),
    };
  }

  function keys(maxAge = freshFor): Promise<Known> {
    if (known && now() - readAt < maxAge) return known;
    readAt = now();
    const reading = read();
    known = reading;
    reading.catch(() => {
      if (known === reading) known = undefined;
    });
    return reading;
  }

  async function rotate(): Promise<string> {
    const { kid, privateJwk, publicJwk } = await newSigningKey();
    await database.transaction(async (trx) => {
      const row = { private_jwk: JSON.stringify(privateJwk), public_jwk: JSON.stringify(publicJwk) };
      await authStore(trx).addKey({ kid, ...row, created_at: now() });
      await authStore(trx).retireKeysBut(kid, now());
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
      // Another node may have made it a moment ago; whoever invents ids makes us look once in five seconds.
      return (await keys()).byId.get(kid) ?? (await keys(5_000)).byId.get(kid);
    },
  };
}
