import { expect, test } from 'vitest';
import { fakeStorage } from '../../lib/testing/stored.ts';
import { draftAccount } from './draft-account.ts';

function start() {
  const storage = fakeStorage();
  const signIn = (sub: string) => {
    storage.write('access_token', `a.${btoa(JSON.stringify({ sub, exp: 1 }))}.c`);
    storage.write('polylogue.store', sub);
  };
  return { storage, signIn, account: draftAccount(storage) };
}

test("what is typed on a page whose sign-in has expired is still that account's", () => {
  const { storage, signIn, account } = start();
  signIn('ada');
  expect(account()).toBe('ada');
  storage.remove('access_token');
  expect(account()).toBe('ada');
  signIn('ben');
  expect(account()).toBe('ben');
});

test("after signing out, or once the data of the account was erased, what is typed is a visitor's", () => {
  const { storage, signIn, account } = start();
  signIn('ada');
  account();
  storage.remove('access_token');
  storage.write('polylogue.store', 'guest');
  expect(account()).toBe(null);
  storage.write('polylogue.store', 'ada');
  expect(account()).toBe(null);
});
