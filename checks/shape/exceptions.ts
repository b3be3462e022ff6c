/** Functions that are still too long; the list may only shrink. */
export const tooLong: readonly string[] = [];

/** Functions that still keep too many variables; the list may only shrink. */
export const keepTooMuch: readonly string[] = [];
