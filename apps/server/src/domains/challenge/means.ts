import type { ChallengeConfig } from '../../config.ts';
import { altcha, type Work } from '../../platform/challenge/altcha.ts';
import { turnstile } from '../../platform/challenge/turnstile.ts';
import type { Means } from './service.ts';
import type { ChallengeStore } from './store.ts';

interface MeansDeps {
  store: ChallengeStore;
  /** The origin people see. */
  origin: () => string;
  now: () => number;
  log: (message: string) => void;
  /** In tests: who stands in for Cloudflare. */
  siteverify: string | undefined;
  /** In tests: less to solve. */
  work: Work | undefined;
}

/** What it takes to make and check the configured challenge. */
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
