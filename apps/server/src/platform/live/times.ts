import { liveLimits } from '@polylogue/contract';

/** All in milliseconds. */
export interface LiveTimes {
  /** How long the first frame may take. */
  hello: number;
  /** Between two rounds of `heads` and pings. */
  ping: number;
  /** How long a second ping may stay unanswered: a socket is terminated within a minute after its browser vanished. */
  pong: number;
  /** Between two checks of sign-ins and rights: when one ends, its sockets close within five seconds. */
  check: number;
  /** Between two notes that connected devices use their sign-ins. */
  use: number;
  /** Between two reads of the feeds' heads, while other nodes may be out of reach. */
  poll: number;
  /** Between two frames about what happens outside the feeds that a browser watches. */
  news: number;
  /** How long more than `socketLimits.held` may wait for a reader. */
  slow: number;
  /** Between two presence frames of a feed. */
  presence: number;
  /** Between two renewals of presence among nodes. */
  renew: number;
  /** How often a person is shown as typing, at most. */
  typing: number;
  /** After this time, a socket that does not answer the close is terminated. */
  closing: number;
  /** The pause between closing two sockets when the server stops; all together take at most `stopping`. */
  between: number;
  stopping: number;
}

export const liveTimes: LiveTimes = {
  hello: 5_000,
  ping: liveLimits.heads * 1_000,
  pong: 10_000,
  check: 4_000,
  use: 60 * 60_000,
  poll: 2_000,
  news: 2_000,
  slow: 5_000,
  presence: 1_000,
  renew: 10_000,
  typing: 2_000,
  closing: 1_000,
  between: 1,
  stopping: 10_000,
};

/**
 * How much of the time until the next round of `heads` and pings a round is spread over. A browser that joins as one
 * begins is last in the next one, and must hear of it before it gives up.
 */
export const pingSpread = 0.3;

export const socketLimits = {
  /** Sockets per address that have not sent hello. */
  strangers: 50,
  /** Sockets per person. */
  sockets: 10,
  /** Frames per socket: pieces of answers, and all others. */
  appends: { burst: 80, rate: 40 },
  frames: { burst: 40, rate: 20 },
  /** Bytes of a torch: every node receives it every few seconds, for each socket and space. */
  torch: 4 * 1024,
  /** Bytes waiting for a reader: above each of these, only essential frames, only for a while, and none. */
  crowded: 256 * 1024,
  held: 1024 * 1024,
  full: 4 * 1024 * 1024,
} as const;
