import type { Reply } from '@polylogue/contract/client';
import { signedIn } from '../account/index.ts';
import { TokensMissing } from './failure-words.ts';

type Tokens = Reply<'POST /api/auth/signin'>;

/**
 * Keeps the tokens of a raw answer, which may be anything. The guard of the page then sends the person on to where
 * they were going. Rejects with TokensMissing, or when the tokens turn out to be worthless.
 */
export async function enter(answer: Partial<Tokens> | undefined | null): Promise<void> {
  const { access_token, refresh_token } = answer ?? {};
  if (!access_token || !refresh_token) throw new TokensMissing();
  const { type } = await signedIn({ access_token, refresh_token });
  if (type !== 'signed-in') throw new Error(`The tokens lead to ${type}.`);
}
