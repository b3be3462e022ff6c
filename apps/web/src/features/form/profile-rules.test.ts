import { ProfileChange } from '@polylogue/contract';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ruleError, tidyUsername } from './form-rules.ts';
import { lengthOf, profileRules } from './profile-rules.ts';

test.each([
  ['bio', 'x'.repeat(1000), undefined],
  ['bio', 'x'.repeat(1001), 'Bio must have at most 1,000 characters'],
  ['bio', 'One line\nand another', undefined],
  ['bio', `e${'\u0301'.repeat(30)}`, undefined],
  ['bio', `e${'\u0301'.repeat(31)}`, 'Bio must not have more than 30 accents on one letter'],
  ['bio', 'e\u0323\u0302'.repeat(1000), undefined],
  ['bio', `e${'\u0301\u0323'.repeat(30_000)}`, 'Bio must have at most 1,000 characters'],
  ['tagline', 'One line\nand another', 'Tagline must not contain invisible characters'],
  ['first_name', 'Ada\u202e', 'First name must not contain invisible characters'],
  ['birth_date', '', undefined],
  ['birth_date', '1815-12-10', 'Please enter a date after 1900'],
  ['birth_date', '2001-02-30', 'Please enter a date as year, month and day'],
  ['birth_date', '2999-01-01', 'Please enter a date that is not in the future'],
  ['phone_number', '+44 (20) 7946-0000', undefined],
  [
    'phone_number',
    '020 7946 0000',
    'Please enter a phone number with its country code, such as +44 20 7946 0000',
  ],
] as const)('%s “%.20s”: %s', (field, typed, sentence) => {
  expect(ruleError(profileRules[field], typed)).toBe(sentence);
});

test('a character that takes two code units counts as one', () => expect(lengthOf(' 🐍🐍 ')).toBe(2));

describe('the form says what the contract says', () => {
  const typed = fc.oneof(
    fc.string(),
    fc.string({ unit: 'binary', maxLength: 40 }),
    fc.string({
      unit: fc.constantFrom('a', ' ', '\n', '\t', 'é', '\u200b', '🐍'),
      minLength: 45,
      maxLength: 110,
    }),
    fc.string({ unit: fc.constantFrom('e', '\u0301', '\u0323'), minLength: 30, maxLength: 400 }),
    fc.string({ unit: fc.constantFrom('\u0301', '\u0323'), minLength: 28, maxLength: 33 }),
    fc.string({ unit: fc.constantFrom(...'0123456789-+ ()'), maxLength: 18 }),
    fc.date({ noInvalidDate: true, max: new Date() }).map((date) => date.toISOString().slice(0, 10)),
  );
  const first = (field: string, value: string | null) =>
    ProfileChange.safeParse({ [field]: value }).error?.issues[0]?.message;

  test.each(Object.keys(profileRules) as (keyof typeof profileRules)[])('of %s', (field) =>
    fc.assert(
      fc.property(typed, (text) => {
        const isEmptied = text.trim() === '' && (field === 'birth_date' || field === 'phone_number');
        fc.pre(!(field === 'birth_date' && isEmptied && text !== ''));
        // Its field already writes it like that during typing.
        const shown = field === 'username' ? tidyUsername(text) : text;
        expect(ruleError(profileRules[field], shown)).toBe(first(field, isEmptied ? null : text));
      }),
      { numRuns: 1000 },
    ),
  );
});
