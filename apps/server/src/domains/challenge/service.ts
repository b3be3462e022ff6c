import type { ChallengeAction, ChallengeKind } from '@polylogue/contract';
import type { Altcha } from '../../platform/challenge/altcha.ts';
import type { ChallengeGuard } from '../../platform/challenge/guard.ts';
import type { TurnstileVerifier } from '../../platform/challenge/turnstile.ts';
import { refuse } from '../../platform/http/refuse.ts';
import { expiringMap } from '../../platform/memory/expiring-map.ts';
import { addressBlock } from '../../platform/network/address-block.ts';
import type { ChallengeStore } from './store.ts';

/** How people prove that they are human, and what is needed to check it. */
export type ChallengeMethod =
  | { kind: 'altcha'; altcha: Altcha }
  | { kind: 'turnstile'; siteKey: string; turnstile: TurnstileVerifier }
  | { kind: 'off' };

export interface ChallengeDeps {
  method: ChallengeMethod;
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

const notNow = 'The challenge cannot be checked at the moment. Try again in a few minutes.';

/** Sign-ins allowed from one address while challenges cannot be checked. */
const uncheckedLimit = { calls: 5, ms: 10 * 60_000 };

export function challengeService({ method, store, now, steady = now }: ChallengeDeps) {
  const uncheckedSignIns = expiringMap<{ calls: number; endsAt: number }>(steady, 10_000);

  const guard: ChallengeGuard = async (action, token = '', address) => {
    switch (method.kind) {
      case 'off':
        return;
      case 'altcha': {
        const proof = await method.altcha.check(action, token);
        if (proof && (await store.use(proof.hash, proof.expiresAt))) return;
        return refuse('challenge-failed', sentences[action]);
      }
      case 'turnstile': {
        const verdict = await method.turnstile.check(action, token);
        if (verdict === 'passed') return;
        if (verdict === 'failed') refuse('challenge-failed', sentences[action]);
        // Another company's outage must not lock out people who have an account.
        if (action !== 'signin') refuse('challenge-failed', notNow);
        limitUnchecked(addressBlock(address));
      }
    }
  };

  function limitUnchecked(address: string) {
    const window = uncheckedSignIns.get(address) ?? { calls: 0, endsAt: steady() + uncheckedLimit.ms };
    window.calls += 1;
    uncheckedSignIns.set(address, window, window.endsAt);
    if (window.calls <= uncheckedLimit.calls) return;
    refuse('too-many', 'Too many attempts. Please try again later.', {
      'retry-after': String(Math.ceil((window.endsAt - steady()) / 1000)),
    });
  }

  return {
    guard,

    /** The challenge that the forms show. */
    kind(): ChallengeKind {
      if (method.kind === 'turnstile') return { kind: method.kind, site_key: method.siteKey };
      return { kind: method.kind };
    },

    async create(action: ChallengeAction) {
      if (method.kind === 'altcha') return { ...(await method.altcha.create(action)) };
      return refuse('not-found', 'This server does not use this kind of challenge.');
    },

    sweep: () => store.sweep(now()),
  };
}
export type ChallengeService = ReturnType<typeof challengeService>;
