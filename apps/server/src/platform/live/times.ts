/** All in milliseconds. */
export interface LiveTimes {
  /** How long the first frame may take. */
  hello: number;
  /** Between two rounds of `heads` and pings. */
  beat: number;
  /** After this time without an answer to two pings, a socket is cut off: within a minute of when its browser vanished. */
  pong: number;
  /** Between two checks of sign-ins and rights: whatever has ended is cut off within five seconds. */
  check: number;
  /** Between two looks at the heads of feeds, while other nodes may be out of reach. */
  look: number;
  /** How long more than `most.held` may wait for a reader. */
  slow: number;
  /** Between two presence frames of a feed. */
  presence: number;
  /** Between two renewals of presence among nodes. */
  renew: number;
  /** How often a person is shown as typing, at most. */
  typing: number;
  /** After this time, a socket that does not answer the close is cut off. */
  closing: number;
  /** The pause between closing two sockets when the server stops; all together take at most `stopping`. */
  between: number;
  stopping: number;
}

export const liveTimes: LiveTimes = {
  hello: 5_000,
  beat: 25_000,
  pong: 10_000,
  check: 4_000,
  look: 2_000,
  slow: 5_000,
  presence: 1_000,
  renew: 10_000,
  typing: 2_000,
  closing: 1_000,
  between: 1,
  stopping: 10_000,
};

export const most = {
  /** Sockets per address that have not said hello. */
  strangers: 50,
  /** Sockets per person. */
  sockets: 10,
  /** Frames per socket: pieces of answers, and all others. */
  appends: { burst: 80, rate: 40 },
  frames: { burst: 40, rate: 20 },
  /** Unreadable frames. */
  errors: 5,
  /** Bytes waiting for a reader: above each of these, only essential frames, only for a while, and none. */
  crowded: 256 * 1024,
  held: 1024 * 1024,
  full: 4 * 1024 * 1024,
} as const;
