import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** How many bytes of a token are random, and how many prove that we issued it. */
const randomLength = 20;
const proofLength = 12;

/**
 * A refresh token is `<id of the sign-in>.<160 random bits and 96 that prove that we issued it>`. The proof grants no
 * access. It distinguishes an old token used again, which ends the sign-in, from a guess, which must not: the id is in
 * every access token.
 *
 * Each exchange derives the next token from the presented one and a salt: we store the salt and the hashes, so that we
 * can repeat the same successor to anyone with its parent, and no one can make one from the database alone or from
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

    next: (token: string, salt: string) => {
      const random = createHmac('sha256', token).update(`refresh ${salt}`).digest().subarray(0, randomLength);
      return made(idIn(token), random);
    },

    /** Whether we ever issued this token. */
    async isOurs(token: string): Promise<boolean> {
      const random = Buffer.from(token.split('.')[1] ?? '', 'base64url').subarray(0, randomLength);
      return areSame(token, await made(idIn(token), random));
    },

    /** The sign-in's id in anything that looks like a token. */
    idIn,
  };
}
export type RefreshTokens = ReturnType<typeof refreshTokens>;

function idIn(token: string): string {
  return /^([\da-f-]{36})\.[\w-]{43}$/.exec(token)?.[1] ?? '';
}

// Compared as text: the same bytes can be encoded in more than one way.
function areSame(one: string, other: string): boolean {
  return one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));
}
