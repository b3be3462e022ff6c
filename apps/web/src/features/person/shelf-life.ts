/** How long what the server said about people is believed, in ms. */
export const shelfLife = 5 * 60_000;
