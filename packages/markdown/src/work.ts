/** How many lines were read since this was loaded, for tests that bound it. Counting is an addition each. */
export const work = { lines: 0 };
