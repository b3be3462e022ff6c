import { caller, FetchError } from '@polylogue/contract/client';
import { expect, test } from 'vitest';
import {
  failureWords,
  forgotSentences,
  resetSentences,
  signinSentences,
  signupSentences,
  TokensMissing,
  unexpected,
  unreachable,
} from './failure-words.ts';

const refusal = (status: number, message = 'The server’s own words.') =>
  new FetchError(status, '{}', { message });
const page = (status: number) => new FetchError(status, '<h1>Bad gateway</h1>');

test.each([
  [401, 'Incorrect username or password'],
  [429, 'Too many attempts. Please try again later.'],
  [403, 'The server’s own words.'],
  [503, 'The server’s own words.'],
])('sign-in refused with %i: %s [SIGNIN-20 SIGNIN-21 SIGNIN-22]', (status, sentence) =>
  expect(failureWords(refusal(status), signinSentences)).toBe(sentence),
);

test.each([
  [429, 'Too many attempts. Please try again later.'],
  [409, 'Username or email already exists.'],
  [400, 'The server’s own words.'],
])('sign-up refused with %i: %s [SIGNUP-20 SIGNUP-21 SIGNUP-22]', (status, sentence) =>
  expect(failureWords(refusal(status), signupSentences)).toBe(sentence),
);

test.each([
  [429, 'Too many attempts. Please try again in a minute.'],
  [400, 'Invalid or expired reset link. Please request a new one.'],
  [401, 'Invalid reset link. Please request a new one.'],
  [403, 'The server’s own words.'],
])('reset refused with %i: %s [RESET-20 RESET-21 RESET-22]', (status, sentence) =>
  expect(failureWords(refusal(status), resetSentences)).toBe(sentence),
);

test.each([
  [429, 'Too many attempts. Please try again later.'],
  [404, 'Email address not found.'],
])('a reset link refused with %i: %s [FORGOT-20 FORGOT-21]', (status, sentence) =>
  expect(failureWords(refusal(status), forgotSentences)).toBe(sentence),
);

test('something other than our server answers: the generic sentence [SIGNIN-22]', () => {
  expect(failureWords(page(502), signinSentences)).toBe(unexpected);
  expect(failureWords(new Error('no idea'), signinSentences)).toBe(
    'An unexpected error occurred. Please try again.',
  );
});

test('a refusal with nothing but a message shows it [SIGNIN-22 SIGNUP-22]', async () => {
  const proxy = caller(async () =>
    Response.json({ message: 'Sign in to the hotel first.' }, { status: 511 }),
  );
  const refusal = await proxy('GET /api/auth/options', {}).catch((error) => error);
  expect(failureWords(refusal, signinSentences)).toBe('Sign in to the hotel first.');
});

test('an answer without tokens is reported as such [SIGNIN-23]', () =>
  expect(failureWords(new TokensMissing(), signinSentences)).toBe('Tokens not received from server.'));

test('without a connection: a sentence about the connection', () =>
  expect(failureWords(new TypeError('Failed to fetch'), signinSentences)).toBe(unreachable));

test('the cause behind a call with its own sentence is shown all the same', () =>
  expect(failureWords(new Error('Failed to set user waiver', { cause: refusal(403) }))).toBe(
    'The server’s own words.',
  ));
