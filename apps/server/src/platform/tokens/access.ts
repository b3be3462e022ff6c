import { newId } from '@polylogue/sync';
import {
  calculateJwkThumbprint,
  exportJWK,
  generateKeyPair,
  importJWK,
  type JWK,
  jwtVerify,
  SignJWT,
} from 'jose';
import { RefusedError } from '../http/refuse.ts';
import { expiringMap } from '../memory/expiring-map.ts';
import { hashOf } from './hash.ts';

/** The claims in an access token: who, on which device, after how many exchanges of its refresh token. */
interface Claims {
  userId: string;
  signInId: string;
  generation: number;
}

export interface AccessTokens {
  sign(claims: Claims): Promise<string>;
  /** The claims; undefined unless we signed the token for ourselves and it has not expired. Refuses if our keys cannot be read. */
  read(token: string): Promise<Claims | undefined>;
}

/** A stored key pair; only the newest that is not retired signs. */
export interface SigningKey {
  kid: string;
  privateJwk: JWK;
  publicJwk: JWK;
}

/** The current keys. `signing` creates the first one. */
export interface Keyring {
  signing(): Promise<SigningKey>;
  /** Includes retired keys, as long as tokens they signed may still be valid. */
  find(kid: string): Promise<JWK | undefined>;
}

export const accessTime = 10 * 60;
const tolerance = 30;
const us = 'polylogue';
const headerNames = 'alg,kid,typ';

export function accessTokens(keyring: Keyring, now: () => number): AccessTokens {
  // By the hash of the whole token; verifying a signature costs a hundred times as much.
  const verified = expiringMap<Claims>(now, 50_000);
  const imported = expiringMap<Promise<CryptoKey>>(now, 100);

  function keyOf(kid: string, jwk: JWK): Promise<CryptoKey> {
    const name = `${'d' in jwk ? 'private' : 'public'} ${kid}`;
    const known = imported.get(name);
    if (known) return known;
    const key = importJWK(jwk, 'EdDSA') as Promise<CryptoKey>;
    imported.set(name, key, now() + 60 * 60 * 1000);
    return key;
  }

  async function verify(token: string) {
    const { payload } = await jwtVerify(
      token,
      async (header) => {
        // Headers that say where to find a key (jwk, jku, x5u) are refused along with all other extras.
        if (Object.keys(header).sort().join() !== headerNames) throw new Error('A header of somebody else.');
        const jwk = await keyring.find(header.kid ?? '');
        if (!jwk) throw new Error('Not a key of ours.');
        return keyOf(header.kid ?? '', jwk);
      },
      {
        algorithms: ['EdDSA'],
        typ: 'at+jwt',
        issuer: us,
        audience: us,
        clockTolerance: tolerance,
        maxTokenAge: accessTime,
        requiredClaims: ['sub', 'sid', 'jti', 'iat', 'exp'],
        currentDate: new Date(now()),
      },
    );
    return payload;
  }

  return {
    async sign({ userId, signInId, generation }) {
      const { kid, privateJwk } = await keyring.signing();
      const seconds = Math.floor(now() / 1000);
      return new SignJWT({ sid: signInId, gen: generation })
        .setProtectedHeader({ alg: 'EdDSA', typ: 'at+jwt', kid })
        .setIssuer(us)
        .setAudience(us)
        .setSubject(userId)
        .setJti(newId())
        .setIssuedAt(seconds)
        .setExpirationTime(seconds + accessTime)
        .sign(await keyOf(kid, privateJwk));
    },
    async read(token) {
      if (token.length > 2048) return undefined;
      const key = hashOf(token);
      const known = verified.get(key);
      if (known) return known;
      const payload = await verify(token).catch(orRefused);
      const { sub, sid, gen, exp = 0 } = payload ?? {};
      // Other nodes' clocks may be ahead when a token is issued, but the expiry allows no tolerance.
      if (exp * 1000 <= now()) return undefined;
      if (!sub || typeof sid !== 'string' || typeof gen !== 'number') return undefined;
      const claims = { userId: sub, signInId: sid, generation: gen };
      verified.set(key, claims, exp * 1000);
      return claims;
    },
  };
}

/** A forged token proves nothing; keys that cannot be read say nothing about the token. */
function orRefused(error: unknown): undefined {
  if (error instanceof RefusedError) throw error;
}

export async function newSigningKey(): Promise<SigningKey> {
  const { privateKey, publicKey } = await generateKeyPair('EdDSA', { extractable: true });
  const [privateJwk, publicJwk] = await Promise.all([exportJWK(privateKey), exportJWK(publicKey)]);
  return { kid: await calculateJwkThumbprint(publicJwk), privateJwk, publicJwk };
}
