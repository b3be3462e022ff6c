import type { ServerConfig } from './config.ts';
import type { TextLimits } from './domains/conversations/policy.ts';
import type { MemberLimits, VisitorLimits } from './domains/files/policy.ts';
import type { TurnTimes } from './domains/spaces/service.ts';
import type { Difficulty } from './platform/challenge/altcha.ts';
import type { RequestTimeouts } from './platform/http/request-timeouts.ts';
import type { Renderer } from './platform/images/renderer.ts';
import type { RateLimits } from './platform/limits/limits.ts';
import type { LiveTimes } from './platform/live/times.ts';
import type { LoopDelay } from './platform/process/loop-delay.ts';
import type { Passwords } from './platform/tokens/passwords.ts';

/** What a server is built of; what is left out is as in production. */
export interface AppDeps {
  config: ServerConfig;
  /** The public origin; only certain once the server listens. */
  origin: () => string;
  /** The folder of the web build. */
  web: string;
  now?: () => number;
  /** Milliseconds since an arbitrary moment; unlike `now`, this clock is never adjusted. */
  steady?: () => number;
  visitorLimits?: VisitorLimits;
  memberLimits?: MemberLimits;
  rateLimits?: RateLimits;
  textLimits?: TextLimits;
  requestTimeouts?: RequestTimeouts;
  passwords?: Passwords;
  challengeWork?: Difficulty;
  loopLimits?: LoopDelay;
  liveTimes?: Partial<LiveTimes>;
  turnTimes?: Partial<TurnTimes>;
  renderer?: Renderer;
  /** Prints a sentence on the console. */
  say?: (sentence: string) => void;
  /** The address of a substitute for Cloudflare's siteverify. */
  siteverify?: string;
  /** The address of a substitute for Cloudflare's API. */
  cloudflareApi?: string;
  log?: { write(line: string): void };
}
