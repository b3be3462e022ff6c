/** How long a request may take to arrive, and how often one looks whether one does (milliseconds). */
export interface Arrival {
  headers: number;
  /** Headers and body together. */
  whole: number;
  checkedEvery: number;
}

/** Together with the time to read our answer within one minute and within five: slow clients stay no longer. */
export const arrival: Arrival = { headers: 50_000, whole: 290_000, checkedEvery: 5_000 };

/** How long a client that came too late, or sent an invalid request, may read our answer (milliseconds). */
export const timeToRead = 2_000;
