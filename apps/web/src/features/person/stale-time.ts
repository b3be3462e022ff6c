/** How long cached answers about people are trusted, in ms. */
export const staleTime = 5 * 60_000;
