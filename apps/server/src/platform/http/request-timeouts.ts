/** How long a request may take to arrive, and how often that is checked (milliseconds). */
export interface RequestTimeouts {
  headers: number;
  /** Headers and body together. */
  request: number;
  /** How long a connection may stand still while nobody reads our answer; a slow sender is told why, before that. */
  idle: number;
  checkedEvery: number;
}

/** With the time to read our answer, slow clients are disconnected within one minute and within five. */
export const requestTimeouts: RequestTimeouts = {
  headers: 50_000,
  request: 290_000,
  idle: 300_000,
  checkedEvery: 5_000,
};

/** How long a client that was too slow, or sent an invalid request, may read our answer (milliseconds). */
export const timeToRead = 2_000;
