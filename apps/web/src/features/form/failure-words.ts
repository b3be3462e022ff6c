import { FetchError } from '@polylogue/contract/client';

/** The sentences a form shows, by status. */
type Sentences = Readonly<Record<number, string>>;

const tooMany = 'Too many attempts. Please try again later.';

export const signinSentences: Sentences = { 401: 'Incorrect username or password', 429: tooMany };
export const signupSentences: Sentences = { 409: 'Username or email already exists.', 429: tooMany };
export const forgotSentences: Sentences = { 404: 'Email address not found.', 429: tooMany };
export const resetSentences: Sentences = {
  400: 'Invalid or expired reset link. Please request a new one.',
  401: 'Invalid reset link. Please request a new one.',
  429: 'Too many attempts. Please try again in a minute.',
};

/** What is wrong with a link from a mail. */
export const linkSentences: Sentences = {
  409: 'The address now belongs to another account.',
  429: tooMany,
};

/** Why verification and links do not work when the server sends no mail. */
export const noMails =
  'This server does not send email: ask the person who runs it to verify your address, and for a link when you change it or forget your password.';

export const unexpected = 'An unexpected error occurred. Please try again.';
export const unreachable =
  'The server cannot be reached. Check your connection and try again; what you typed is still here.';

/** A sign-in that was granted without tokens. */
export class TokensMissing extends Error {
  override name = 'TokensMissing';
  constructor() {
    super('Tokens not received from server.');
  }
}

/** Why a call failed, as the sentence to show: the form's own for a status it knows, otherwise the server's. */
export function failureWords(error: unknown, sentences: Sentences = {}): string {
  if (error instanceof TokensMissing) return error.message;
  if (error instanceof FetchError) return sentences[error.status] ?? error.refused?.message ?? unexpected;
  // What fetch rejects with when there is no answer.
  if (error instanceof TypeError) return unreachable;
  // A call with its own sentence has the original error as its cause.
  if (error instanceof Error && error.cause) return failureWords(error.cause, sentences);
  return unexpected;
}
