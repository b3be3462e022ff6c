/** How much there may be. Lengths count UTF-16 code units. */
export const syncLimits = {
  /** Per account. */
  messages: 2_000_000,
  conversationMessages: 100_000,
  messageLength: 8_000_000,
  /** Of one append, text and reasoning together. */
  chunkLength: 256 * 1024,
  titleLength: 200,
  instructionsLength: 32_000,
  /** Of one push: rows, and bytes of its body. */
  pushRows: 200,
  pushBytes: 1_000_000,
  /** Rows of one page of changes. */
  pageRows: 500,
} as const;
