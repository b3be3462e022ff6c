/** The folder in the data folder where a restore keeps what was there before; it is no part of a backup. */
export const replaced = 'replaced';
