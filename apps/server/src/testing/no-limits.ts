import type { Difficulty } from '../platform/challenge/altcha.ts';
import { type RateLimits, rateLimits } from '../platform/limits/limits.ts';
import type { LoopDelay } from '../platform/process/loop-delay.ts';
import type { Passwords } from '../platform/tokens/passwords.ts';

const endless = { calls: Number.MAX_SAFE_INTEGER, seconds: 60 };

/** Limits that are never reached. */
export const unlimited = Object.fromEntries(
  Object.keys(rateLimits).map((limit) => [limit, { address: endless, account: endless, everyone: endless }]),
) as RateLimits;

/** Password hashing that costs nothing; the results look like hashes. */
export const cheapPasswords: Passwords = {
  hash: async (word) => cheaply(word),
  verify: async (hashed, word) => ({ isRight: hashed === cheaply(word), isWeak: false }),
  pretend: async () => {},
};

const cheaply = (word: string) => `$argon2id$none$${Buffer.from(word).toString('base64')}`;

/** A challenge that is solved immediately. */
export const easyChallenge: Difficulty = { rounds: 1, minGuesses: 1, maxGuesses: 3 };

/** An event loop that never counts as late, however busy the machine. */
export const tolerantLoop: LoopDelay = { mean: Number.POSITIVE_INFINITY, longest: Number.POSITIVE_INFINITY };
