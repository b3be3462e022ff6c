import { altcha, type Difficulty } from '../../platform/challenge/altcha.ts';
import type { ChallengeConfig } from '../../platform/challenge/challenge-config.ts';
import { turnstileVerifier } from '../../platform/challenge/turnstile.ts';
import type { ChallengeMethod } from './service.ts';
import type { ChallengeStore } from './store.ts';

interface ChallengeMethodDeps {
  store: ChallengeStore;
  /** The public origin. */
  origin: () => string;
  now: () => number;
  log: (message: string) => void;
  /** For tests: the address of a substitute for Cloudflare's siteverify. */
  siteverify: string | undefined;
  /** For tests: less work to solve. */
  work: Difficulty | undefined;
}

/** How to create and check the configured challenge. */
export async function challengeMethod(
  config: ChallengeConfig,
  deps: ChallengeMethodDeps,
): Promise<ChallengeMethod> {
  const { store, origin, now, log, siteverify, work } = deps;
  switch (config.kind) {
    case 'off':
      return config;
    case 'altcha':
      return { kind: 'altcha', altcha: altcha(await store.secret(now()), now, work) };
    case 'turnstile': {
      const { kind, siteKey, secret } = config;
      const hostname = () => new URL(origin()).hostname;
      return {
        kind,
        siteKey,
        turnstile: turnstileVerifier({
          secret,
          hostname,
          log,
          ...(siteverify !== undefined && { siteverify }),
        }),
      };
    }
  }
}
