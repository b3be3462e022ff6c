import { createHmac } from 'node:crypto';
import type { Queries } from '../database/database.ts';
import { rememberedSecret } from '../tokens/secret.ts';

/** What is stored in place of a key, on every node the same. Without the secret, all IPv4 addresses could be tried. */
export function hiddenKeys(db: Queries, now: () => number): (key: string) => Promise<string> {
  const secret = rememberedSecret(db, 'limits', now);
  return async (key) =>
    createHmac('sha256', await secret())
      .update(key)
      .digest('base64url');
}
