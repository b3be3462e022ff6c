/** The server cannot start on this database; the message is a sentence that says what to do. */
export class UnusableError extends Error {
  override name = 'UnusableError';
}
