/** How long a request may take to arrive, and how often that is checked (milliseconds). */
export interface Arrival {
  headers: number;
  /** Headers and body together. */
  whole: number;
  checkedEvery: number;
}

/** With the time to read our answer, slow clients are gone within one minute and within five. */
export const arrival: Arrival = { headers: 50_000, whole: 290_000, checkedEvery: 5_000 };

/** How long a client that was too slow, or sent an invalid request, may read our answer (milliseconds). */
export const timeToRead = 2_000;
