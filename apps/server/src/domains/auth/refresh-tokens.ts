import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { hashOf } from '../../platform/tokens/hash.ts';

/** Bytes of a token that are random, and those that prove that we made it. */
const randomLength = 20;
const proofLength = 12;

/**
 * A refresh token is `<id of the sign-in>.<160 random bits and 96 that prove that we made it>`. The proof opens nothing.
 * It tells an old token that is brought back, which ends the sign-in, from a guess, which must not: the id stands in
 * every access token.
 *
 * Each exchange makes the next token from the one presented and a salt: we keep the salt and the hashes, so that we can
 * give the same successor again to anyone with its parent, and no one can make one from the database alone or from
 * an old token alone.
 */
export function refreshTokens(secret: () => Promise<string>) {
  async function made(signInId: string, random: Buffer): Promise<string> {
    const proof = createHmac('sha256', await secret())
      .update(`refresh token ${signInId} `)
      .update(random);
    const bytes = Buffer.concat([random, proof.digest().subarray(0, proofLength)]);
    return `${signInId}.${bytes.toString('base64url')}`;
  }

  return {
    first: (signInId: string) => made(signInId, randomBytes(randomLength)),

    next: (token: string, salt: string) => made(idIn(token), derived(token, salt).subarray(0, randomLength)),

    /** The successor with this hash that a token was exchanged for, by whichever version. */
    async sameNext(token: string, salt: string, hash: string): Promise<string | undefined> {
      const earlier = `${idIn(token)}.${derived(token, salt).toString('base64url')}`;
      return [await this.next(token, salt), earlier].find((one) => hashOf(one) === hash);
    },

    /** Whether we gave this token out, ever; false for those of versions before tokens proved it. */
    async isOurs(token: string): Promise<boolean> {
      const random = Buffer.from(token.split('.')[1] ?? '', 'base64url').subarray(0, randomLength);
      return areSame(token, await made(idIn(token), random));
    },

    /** The id of the sign-in, of whatever looks like a token. */
    idIn,
  };
}

function derived(token: string, salt: string): Buffer {
  return createHmac('sha256', token).update(`refresh ${salt}`).digest();
}

function idIn(token: string): string {
  return /^([\da-f-]{36})\.[\w-]{43}$/.exec(token)?.[1] ?? '';
}

// As texts: bytes can be written in more than one way.
function areSame(one: string, other: string): boolean {
  return one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));
}
