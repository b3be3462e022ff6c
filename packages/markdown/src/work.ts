/** How many lines have been parsed since this was loaded, for tests that limit it. Counting is one addition each. */
export const work = { lines: 0 };
