import type { ChallengeConfig } from '../../config.ts';
import { altcha, type Work } from '../../platform/challenge/altcha.ts';
import { turnstile } from '../../platform/challenge/turnstile.ts';
import type { Means } from './service.ts';
import type { ChallengeStore } from './store.ts';

interface MeansDeps {
  store: ChallengeStore;
  /** The public origin. */
  origin: () => string;
  now: () => number;
  log: (message: string) => void;
  /** For tests: the address of a substitute for Cloudflare's siteverify. */
  siteverify: string | undefined;
  /** For tests: less work to solve. */
  work: Work | undefined;
}

/** The means to create and check the configured challenge. */
export async function meansOf(config: ChallengeConfig, deps: MeansDeps): Promise<Means> {
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
        turnstile: turnstile({ secret, hostname, log, ...(siteverify !== undefined && { siteverify }) }),
      };
    }
  }
}
