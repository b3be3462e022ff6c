import { Email, Password, Username } from '@polylogue/contract';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import {
  emailRules,
  identifierIn,
  identifierRules,
  isSamePassword,
  newPasswordRules,
  passwordGivenRules,
  type Rule,
  ruleError,
  tidyUsername,
  usernameRules,
} from './form-rules.ts';

/** Runs of each property; FUZZ_RUNS sets a higher number. */
const { numRuns: runs = 100 } = fc.readConfigureGlobal();

test.each([
  ['', 'Email is required'],
  [' ', 'Please enter a valid email'],
  ['ada', 'Please enter a valid email'],
  ['ada@example', 'Please enter a valid email'],
  ['ada lovelace@example.com', 'Please enter a valid email'],
  [`${'a'.repeat(250)}@b.c`, undefined],
  [`${'a'.repeat(251)}@b.c`, 'Please enter a valid email'],
  ['ada@example.com', undefined],
  ['a@b.c', undefined],
  ['a@.b.c', undefined],
  ['a@.b', 'Please enter a valid email'],
  ['a@b.', 'Please enter a valid email'],
  [`a@${'.'.repeat(60_000)} `, 'Please enter a valid email'],
])('the email “%.40s”: %s [FIELD-01 FIELD-02]', (typed, sentence) =>
  expect(ruleError(emailRules, typed)).toBe(sentence),
);

test.each([
  ['', 'Username is required'],
  ['1ada', 'Username must start with a letter'],
  ['_ada', 'Username must start with a letter'],
  ['ada-l', 'Only a-z, 0-9, . and _ are permitted'],
  ['adà', 'Only a-z, 0-9, . and _ are permitted'],
  ['a'.repeat(33), 'Username must have at most 32 characters'],
  ['ada.l_1815', undefined],
])('the username “%s”: %s [FIELD-04 FIELD-05 FIELD-06]', (typed, sentence) =>
  expect(ruleError(usernameRules, typed)).toBe(sentence),
);

test.each([
  ['Aa1!', 'Password must be 8+ characters'],
  ['abcdef1!', 'Password must have 1 uppercase letter'],
  ['ABCDEF1!', 'Password must have 1 lowercase letter'],
  ['Abcdefg!', 'Password must have 1 number'],
  ['Abcdefg1', 'Password must have 1 special character'],
  ['Abcdef1!', undefined],
  ['Abcdef1 ', undefined],
  [`Aa1!${'x'.repeat(1020)}`, undefined],
  [`Aa1!${'x'.repeat(1021)}`, 'Password must have at most 1,024 characters'],
  [`Aa1!${'é'.repeat(511)}`, 'Password must have at most 1,024 bytes'],
])('the new password “%.12s”: %s [PASS-01 PASS-02 PASS-03 PASS-04 PASS-05 CONST-20]', (typed, sentence) =>
  expect(ruleError(newPasswordRules, typed)).toBe(sentence),
);

test.each([
  ['Abcd1!é', 'Password must be 8+ characters'],
  ['ABCDEF1!é', 'Password must have 1 lowercase letter'],
  ['abcdef1!É', 'Password must have 1 uppercase letter'],
  ['Abcdef1é', undefined],
  [`Aa1!${'é'.repeat(510)}`, undefined],
])('the new password “%.12s” is judged alike in both Unicode forms: %s [PASS-01]', (typed, sentence) => {
  for (const form of ['NFC', 'NFD'] as const) {
    expect(ruleError(newPasswordRules, typed.normalize(form))).toBe(sentence);
    expect(Password.safeParse(typed.normalize(form)).error?.issues[0]?.message).toBe(sentence);
  }
  expect(isSamePassword(typed.normalize('NFC'), typed.normalize('NFD'))).toBe(true);
});

test.each(['', '  ', '\n'])(
  'without an identifier (“%s”): Username or email is required [FIELD-08]',
  (typed) => expect(ruleError(identifierRules, typed)).toBe('Username or email is required'),
);

test('without a password: Password is required [FIELD-09]', () => {
  expect(ruleError(passwordGivenRules, '')).toBe('Password is required');
  expect(ruleError(passwordGivenRules, ' ')).toBeUndefined();
});

test.each([
  ['ada@example.com', { email: 'ada@example.com' }],
  [' ada@example.com ', { email: 'ada@example.com' }],
  ['Ada@Example.com', { email: 'Ada@Example.com' }],
  ['ada', { username: 'ada' }],
  [' Ada', { username: 'ada' }],
  ['ada@home', { username: 'ada@home' }],
])('“%s” signs in as %o [FIELD-10]', (typed, sent) => expect(identifierIn(typed)).toEqual(sent));

test('a username loses its capitals and its whitespace [FIELD-03]', () =>
  expect(tidyUsername(' Ada \tLove\nlace ')).toBe('adalovelace'));

describe('the form says what the contract says', () => {
  const typed = fc.oneof(
    fc.string(),
    fc.string({ unit: 'binary', maxLength: 40 }),
    fc.string({ unit: fc.constantFrom(...'aZ09._-@ \n!é'), maxLength: 12 }),
    fc.emailAddress(),
    fc.string({ unit: fc.constantFrom('a', 'A', '1', '!'), minLength: 1020, maxLength: 1030 }),
    fc.string({ unit: fc.constantFrom('a', 'A', '1', '!', 'é'), minLength: 900, maxLength: 1030 }),
    fc.string({ unit: fc.constantFrom('a', 'b'), minLength: 30, maxLength: 34 }),
  );
  const first = (schema: z.ZodType, text: string) => schema.safeParse(text).error?.issues[0]?.message;
  const asTyped = (text: string) => text;
  const same: [string, z.ZodType, readonly Rule[], (typed: string) => string][] = [
    ['an email', Email, emailRules, asTyped],
    ['a username', Username, usernameRules, tidyUsername],
    ['a new password', Password, newPasswordRules, asTyped],
  ];

  test.each(same)('of %s [FIELD-03]', (_, schema, rules, tidied) =>
    fc.assert(
      fc.property(typed, (text) => {
        expect(ruleError(rules, tidied(text))).toBe(first(schema, text));
      }),
      { numRuns: 5 * runs },
    ),
  );
});
