import type { ReplyTo } from '@polylogue/contract/client';
import { signedIn } from '../account/index.ts';
import { TokensMissing } from './failure-words.ts';

type Tokens = ReplyTo<'POST /api/auth/signin'>;

/**
 * Stores the tokens of a raw response, which may be anything. The page's guard then sends the member on to where
 * they were going; while the server does not answer, the page says so above the form. Rejects with TokensMissing, or when
 * the tokens turn out to be worthless.
 */
export async function completeSignIn(answer: Partial<Tokens> | undefined | null): Promise<void> {
  const { access_token, refresh_token } = answer ?? {};
  if (!access_token || !refresh_token) throw new TokensMissing();
  const { type } = await signedIn({ access_token, refresh_token });
  if (type !== 'signed-in' && type !== 'unreachable') throw new Error(`The tokens lead to ${type}.`);
}
