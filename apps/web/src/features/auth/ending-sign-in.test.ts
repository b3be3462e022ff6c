import { afterEach, beforeEach, expect, test } from 'vitest';
import { access, FetchError } from '../../api/index.ts';
import { endingSignIn } from './ending-sign-in.ts';

const tokenOf = (sub: string) => `a.${btoa(JSON.stringify({ sub, exp: Date.now() / 1000 + 600 }))}.c`;
const signIn = (who: string) => access.keep({ access_token: tokenOf(who), refresh_token: who });
const refused = async () => {
  throw new FetchError(401, 'No.');
};

beforeEach(() => signIn('ada'));
afterEach(() => access.clear());

test('a refused password ends the earlier sign-in [SIGNIN-20]', async () => {
  await expect(endingSignIn(refused)).rejects.toThrow('No.');
  expect(access.read()).toBeNull();
});

test('a person who has signed in in another tab meanwhile stays signed in', async () => {
  const slow = endingSignIn(async () => {
    signIn('grace');
    return refused();
  });
  await expect(slow).rejects.toThrow('No.');
  expect(access.read()?.owner).toBe('grace');
});

test('any other failure leaves the sign-in alone', async () => {
  const lost = async () => {
    throw new TypeError('Failed to fetch');
  };
  await expect(endingSignIn(lost)).rejects.toThrow('Failed to fetch');
  expect(access.read()?.owner).toBe('ada');
  expect(await endingSignIn(async () => 'in')).toBe('in');
});
