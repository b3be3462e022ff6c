import { createHash, createHmac } from 'node:crypto';
import type { ChallengeAction } from '@polylogue/contract';
import { type Challenge, createChallenge, randomInt, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { z } from 'zod';

/** A solved challenge, remembered until it expires, since it can be used once. */
interface Proof {
  hash: string;
  /** Milliseconds since 1970. */
  expiresAt: number;
}

export interface Altcha {
  create(action: ChallengeAction): Promise<Challenge>;
  /** Undefined for anything but the solution of an unexpired challenge of ours for this action. */
  check(action: ChallengeAction, token: string): Promise<Proof | undefined>;
}

const lifetime = 5 * 60_000;

/** What a challenge costs a browser: a number of guesses, the last of them right, and of hash rounds for each. */
export interface Difficulty {
  rounds: number;
  minGuesses: number;
  maxGuesses: number;
}

/** About half a second. */
const work: Difficulty = { rounds: 5_000, minGuesses: 300, maxGuesses: 700 };

/** Proof of work with ALTCHA's protocol. Creating a challenge costs one guess, off the main thread; checking, 2 hashes. */
export function altcha(
  secret: string,
  now: () => number = Date.now,
  { rounds, minGuesses, maxGuesses }: Difficulty = work,
): Altcha {
  const keys = {
    hmacSignatureSecret: keyFor('challenge'),
    hmacKeySignatureSecret: keyFor('solution'),
  };

  function keyFor(use: string): string {
    return createHmac('sha256', secret).update(`altcha ${use}`).digest('base64url');
  }

  return {
    create: (action) =>
      createChallenge({
        algorithm: 'PBKDF2/SHA-256',
        cost: rounds,
        counter: randomInt(maxGuesses, minGuesses),
        data: { action },
        deriveKey,
        expiresAt: Math.floor((now() + lifetime) / 1000),
        ...keys,
      }),

    async check(action, token) {
      const given = read(token);
      if (!given) return undefined;
      const { parameters, signature } = given.challenge;
      const expiresAt = parameters.expiresAt * 1000;
      if (parameters.data.action !== action || expiresAt <= now()) return undefined;
      const { verified } = await verifySolution({ ...given, deriveKey, ...keys });
      return verified ? { hash: createHash('sha256').update(signature).digest('hex'), expiresAt } : undefined;
    },
  };
}

const Hex = z.string().regex(/^([0-9a-f]{2}){1,64}$/);

/** The contents of a token: every parameter of our challenges, so that nothing unsigned is trusted. */
const Solved = z.object({
  challenge: z.object({
    parameters: z.object({
      algorithm: z.literal('PBKDF2/SHA-256'),
      nonce: Hex,
      salt: Hex,
      cost: z.number(),
      keyLength: z.number(),
      keyPrefix: Hex,
      keySignature: Hex,
      expiresAt: z.number(),
      data: z.object({ action: z.string() }),
    }),
    signature: Hex,
  }),
  solution: z.object({ counter: z.number(), derivedKey: Hex }),
});

function read(token: string): z.infer<typeof Solved> | undefined {
  if (token.length > 4096) return undefined;
  try {
    return Solved.safeParse(JSON.parse(Buffer.from(token, 'base64').toString())).data;
  } catch {
    return undefined;
  }
}
