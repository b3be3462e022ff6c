/** Milliseconds. */
export interface LiveTimes {
  /** In which the first frame must come. */
  hello: number;
  /** From one `heads` and ping to the next. */
  beat: number;
  /** From one look at sign-ins and rights to the next: what has ended is over within five seconds. */
  check: number;
  /** From one look at the heads of feeds to the next, while another node may not be heard. */
  look: number;
  /** So long more than `most.held` may wait for a reader. */
  slow: number;
  /** From one presence of a feed to the next. */
  presence: number;
  /** From one renewal of presence among nodes to the next. */
  renew: number;
  /** A person is shown as typing at most so often. */
  typing: number;
  /** A socket that does not answer when it is closed is cut off. */
  closing: number;
  /** Between two sockets, when the server stops; all of them take at most `stopping`. */
  between: number;
  stopping: number;
}

export const liveTimes: LiveTimes = {
  hello: 5_000,
  beat: 25_000,
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
  /** Sockets of one address that have not said hello. */
  strangers: 50,
  /** Sockets of one person. */
  sockets: 10,
  /** Frames of one socket: in a row, and a second. */
  burst: 40,
  rate: 20,
  /** Frames that cannot be read. */
  errors: 5,
  /** Bytes that wait for a reader: from here on only what must be said, for a while, and not at all. */
  crowded: 256 * 1024,
  held: 1024 * 1024,
  full: 4 * 1024 * 1024,
} as const;
