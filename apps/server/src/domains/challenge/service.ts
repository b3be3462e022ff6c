import type { ChallengeAction, ChallengeKind } from '@polylogue/contract';
import type { Altcha } from '../../platform/challenge/altcha.ts';
import type { ChallengeGuard } from '../../platform/challenge/guard.ts';
import type { Turnstile } from '../../platform/challenge/turnstile.ts';
import { refuse } from '../../platform/http/refuse.ts';
import { memory } from '../../platform/memory/memory.ts';
import { addressBlock } from '../../platform/network/address-block.ts';
import type { ChallengeStore } from './store.ts';

/** How people prove that they are human, and what is needed to check it. */
export type Means =
  | { kind: 'altcha'; altcha: Altcha }
  | { kind: 'turnstile'; siteKey: string; turnstile: Turnstile }
  | { kind: 'off' };

export interface ChallengeDeps {
  means: Means;
  store: ChallengeStore;
  /** Milliseconds since 1970. */
  now: () => number;
  /** Milliseconds on a monotonic clock. */
  steady?: () => number;
}

/** The sentences for forms whose challenge is not solved. */
const sentences: Record<ChallengeAction, string> = {
  signin: 'Please complete the Turnstile challenge',
  signup: 'Please complete the Turnstile challenge.',
  'forgot-password': 'Please complete the Turnstile challenge.',
  'reset-password': 'Please complete the Turnstile challenge',
  verify: 'Please complete the Turnstile challenge.',
};

const notNow = 'The challenge cannot be checked at the moment. Please try again in a few minutes.';

/** Sign-ins allowed from one address while challenges cannot be checked. */
const withoutCheck = { calls: 5, ms: 10 * 60_000 };

export function challengeService({ means, store, now, steady = now }: ChallengeDeps) {
  const lenient = memory<{ calls: number; endsAt: number }>(steady, 10_000);

  const guard: ChallengeGuard = async (action, token = '', address) => {
    switch (means.kind) {
      case 'off':
        return;
      case 'altcha': {
        const proof = await means.altcha.check(action, token);
        if (proof && (await store.use(proof.hash, proof.expiresAt))) return;
        return refuse('challenge-failed', sentences[action]);
      }
      case 'turnstile': {
        const verdict = await means.turnstile.check(action, token);
        if (verdict === 'passed') return;
        if (verdict === 'failed') refuse('challenge-failed', sentences[action]);
        // Another company's outage must not lock out people who have an account.
        if (action !== 'signin') refuse('challenge-failed', notNow);
        letSome(addressBlock(address));
      }
    }
  };

  function letSome(address: string) {
    const window = lenient.recall(address) ?? { calls: 0, endsAt: steady() + withoutCheck.ms };
    window.calls += 1;
    lenient.keep(address, window, window.endsAt);
    if (window.calls <= withoutCheck.calls) return;
    refuse('too-many', 'Too many attempts. Please try again later.', {
      'retry-after': String(Math.ceil((window.endsAt - steady()) / 1000)),
    });
  }

  return {
    guard,

    /** The challenge that the forms show. */
    kind(): ChallengeKind {
      if (means.kind === 'turnstile') return { kind: means.kind, site_key: means.siteKey };
      return { kind: means.kind };
    },

    async create(action: ChallengeAction) {
      if (means.kind === 'altcha') return { ...(await means.altcha.create(action)) };
      return refuse('not-found', 'This server does not use this kind of challenge.');
    },

    sweep: () => store.sweep(now()),
  };
}
