/** Where a browser opens its WebSocket. */
export const livePath = '/live';

/** With this code a browser closes the socket of a page that is being left: no other comes back in its place. */
export const leavingCode = 4001;

export const liveLimits = {
  /** Bytes of one frame from a browser. */
  frameBytes: 64 * 1024,
  /** Of a frame that comes before the server knows whose browser it is. */
  helloBytes: 16 * 1024,
  /** Feeds that one socket watches: a person's spaces, and their account. */
  feeds: 201,
  /** Bytes of the rows that are sent along; of more, only the number is. */
  rowsBytes: 16_000,
  /** People whose presence is shown by name; the rest are counted. */
  people: 100,
  /** Seconds in which a ticket must be used. */
  ticket: 30,
  /** Seconds from one `heads` to the next; a browser to which nothing comes for `silence` connects again. */
  heads: 25,
  silence: 40,
  /** Seconds without a byte after which a request that the server answers at once is given up. */
  answer: 15,
} as const;
