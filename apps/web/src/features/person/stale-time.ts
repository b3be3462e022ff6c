/** How long cached answers about people are trusted, in ms. */
export const shelfLife = 5 * 60_000;
