/** A mail could not be handed over this time. Its code is one word; its message contains nothing of the mail. */
export class MailError extends Error {
  override name = 'MailError';
  readonly code: string;
  constructor(code: string) {
    super(`The mail could not be handed over (${code}).`);
    this.code = code;
  }
}

/** A mail that no further attempt can deliver. */
export class UndeliverableError extends Error {
  override name = 'UndeliverableError';
}
