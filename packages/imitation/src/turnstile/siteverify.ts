import { randomBytes } from 'node:crypto';

/** What Cloudflare's siteverify answers; the reference is developers.cloudflare.com/turnstile. */
export interface Verified {
  success: boolean;
  'error-codes': string[];
  challenge_ts?: string;
  hostname?: string;
  action?: string;
  cdata?: string;
}

/** The attributes of a widget that was solved. */
export interface Solved {
  hostname: string;
  action: string;
}

/** The documented test keys: by what the widget does, and by the result of the check. */
export const testKeys = {
  sites: {
    passes: '1x00000000000000000000AA',
    blocks: '2x00000000000000000000AB',
    asks: '3x00000000000000000000FF',
  },
  secrets: {
    passes: '1x0000000000000000000000000000000AA',
    fails: '2x0000000000000000000000000000000AA',
    spent: '3x0000000000000000000000000000000AA',
  },
  token: 'XXXX.DUMMY.TOKEN.XXXX',
} as const;

const lifetime = 300_000;

/** Verifies tokens; `secret` is that of a real site, whose tokens `issue` creates. */
export function siteverify(secret: string, now: () => number) {
  const tokens = new Map<string, Solved & { at: number; spentBy?: string }>();

  function known(token: string, key: string): Verified {
    const solved = tokens.get(token);
    if (!solved || now() - solved.at > lifetime) {
      return no(solved ? 'timeout-or-duplicate' : 'invalid-input-response');
    }
    // The same idempotency key asks for the same answer again.
    if (solved.spentBy !== undefined && solved.spentBy !== key) return no('timeout-or-duplicate');
    solved.spentBy = key;
    const { hostname, action, at } = solved;
    return { ...yes(at), hostname, action, cdata: '' };
  }

  return {
    issue(solved: Solved): string {
      const token = `0.${randomBytes(48).toString('base64url')}`;
      tokens.set(token, { ...solved, at: now() });
      return token;
    },

    verify(body: Record<string, unknown>): Verified {
      const { secret: given, response, idempotency_key: key = randomBytes(8).toString('hex') } = body;
      if (typeof given !== 'string' || given === '') return no('missing-input-secret');
      if (typeof response !== 'string' || response === '') return no('missing-input-response');
      switch (given) {
        case testKeys.secrets.passes:
          return { ...yes(now()), hostname: 'example.com' };
        case testKeys.secrets.fails:
          return no('invalid-input-response');
        case testKeys.secrets.spent:
          return no('timeout-or-duplicate');
        case secret:
          return known(response, String(key));
        default:
          return no('invalid-input-secret');
      }
    },
  };
}

function yes(at: number): Verified {
  return { success: true, 'error-codes': [], challenge_ts: new Date(at).toISOString() };
}

function no(code: string): Verified {
  return { success: false, 'error-codes': [code] };
}
