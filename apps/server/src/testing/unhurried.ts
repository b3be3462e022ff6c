import { type Allowances, allowances } from '../platform/limits/limits.ts';
import type { Passwords } from '../platform/tokens/passwords.ts';

const endless = { calls: Number.MAX_SAFE_INTEGER, seconds: 60 };

/** Limits nobody reaches. */
export const unlimited = Object.fromEntries(
  Object.keys(allowances).map((limit) => [limit, { address: endless, account: endless, everyone: endless }]),
) as Allowances;

/** Passwords that cost nothing. */
export const cheap: Passwords = {
  hash: async (word) => `plain ${word}`,
  verify: async (hashed, word) => ({ isRight: hashed === `plain ${word}`, isWeak: false }),
  pretend: async () => {},
};
