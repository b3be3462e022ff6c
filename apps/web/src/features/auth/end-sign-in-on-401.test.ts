import { afterEach, beforeEach, expect, test } from 'vitest';
import { access, FetchError } from '../../api/index.ts';
import { endSignInOn401 } from './end-sign-in-on-401.ts';

const tokenOf = (sub: string) => `a.${btoa(JSON.stringify({ sub, exp: Date.now() / 1000 + 600 }))}.c`;
const signIn = (who: string) => access.save({ access_token: tokenOf(who), refresh_token: who });
const refused = async () => {
  throw new FetchError(401, 'No.');
};

beforeEach(() => signIn('ada'));
afterEach(() => access.clear());

test('a refused password ends the earlier sign-in [SIGNIN-20]', async () => {
  await expect(endSignInOn401(refused)).rejects.toThrow('No.');
  expect(access.read()).toBeNull();
});

test('a newer sign-in from another tab stays', async () => {
  const slow = endSignInOn401(async () => {
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
  await expect(endSignInOn401(lost)).rejects.toThrow('Failed to fetch');
  expect(access.read()?.owner).toBe('ada');
  expect(await endSignInOn401(async () => 'in')).toBe('in');
});
