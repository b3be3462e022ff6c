import { randomUUID } from 'node:crypto';
import type { ChallengeAction } from '@polylogue/contract';
import { z } from 'zod';
import { testSecrets } from './test-secrets.ts';

/** Cloudflare's verdict on a token; `unreachable` if there is no usable answer. */
export type Verdict = 'passed' | 'failed' | 'unreachable';

export interface TurnstileVerifier {
  check(action: ChallengeAction, token: string): Promise<Verdict>;
}

export interface TurnstileDeps {
  secret: string;
  /** The public host name; a token that was solved on another site is not valid here. */
  hostname: () => string;
  /** Receives messages for the operator. */
  log?: (message: string) => void;
  /** The URL that checks tokens: Cloudflare's, except in tests. */
  siteverify?: string;
  /** The time limit for each of two attempts (milliseconds). */
  timeout?: number;
}

const cloudflare = 'https://challenges.cloudflare.com/turnstile/v0/siteverify';

/** Checks Cloudflare Turnstile tokens, which uses them up. Sends the token only, nothing about the person. */
export function turnstileVerifier(deps: TurnstileDeps): TurnstileVerifier {
  const { secret, hostname, log = () => {}, siteverify = cloudflare, timeout = 4_000 } = deps;

  async function ask(body: object): Promise<Answer | undefined> {
    try {
      const response = await fetch(siteverify, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
        redirect: 'error',
        signal: AbortSignal.timeout(timeout),
      });
      return Answer.safeParse(await response.json()).data;
    } catch {
      return undefined;
    }
  }

  return {
    async check(action, token) {
      if (token === '' || token.length > 2048) return 'failed';
      // With the same key, repeating the request does not use the token up twice.
      const body = { secret, response: token, idempotency_key: randomUUID() };
      const answer = (await ask(body)) ?? (await ask(body));
      if (!answer) {
        log('Cloudflare could not be asked about a Turnstile challenge.');
        return 'unreachable';
      }
      const codes = answer['error-codes'];
      if (codes.includes('internal-error')) return 'unreachable';
      if (codes.some((code) => code.endsWith('-input-secret'))) {
        log('Cloudflare does not know TURNSTILE_SECRET: no Turnstile challenge can be checked.');
        return 'unreachable';
      }
      if (!answer.success) return 'failed';
      if (testSecrets.test(secret)) return 'passed';
      return answer.action === action && answer.hostname === hostname() ? 'passed' : 'failed';
    },
  };
}

const Answer = z.object({
  success: z.boolean(),
  'error-codes': z.array(z.string()).default([]),
  hostname: z.string().optional(),
  action: z.string().optional(),
});
type Answer = z.infer<typeof Answer>;
