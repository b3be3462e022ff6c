import { afterEach, expect, test } from 'vitest';
import { storage } from '../../lib/state/storage.ts';
import { draftAccount } from './draft-account.ts';

const token = (sub: string) => `a.${btoa(JSON.stringify({ sub, exp: 1 }))}.c`;
const signIn = (sub: string) => {
  storage.write('access_token', token(sub));
  storage.write('polylogue.store', sub);
};

afterEach(() => {
  storage.remove('access_token');
  storage.remove('polylogue.store');
  draftAccount();
});

test("what is typed on a page whose sign-in has expired is still that account's", () => {
  signIn('ada');
  expect(draftAccount()).toBe('ada');
  storage.remove('access_token');
  expect(draftAccount()).toBe('ada');
  signIn('ben');
  expect(draftAccount()).toBe('ben');
});

test("after signing out, or once the data of the account was erased, what is typed is a visitor's", () => {
  signIn('ada');
  draftAccount();
  storage.remove('access_token');
  storage.write('polylogue.store', 'guest');
  expect(draftAccount()).toBe(null);
  storage.write('polylogue.store', 'ada');
  expect(draftAccount()).toBe(null);
});
