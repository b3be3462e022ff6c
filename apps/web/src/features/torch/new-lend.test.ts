import { expect, test } from 'vitest';
import { errorsIn, defaultForm as formIn, lentToLabels, newLend } from './new-lend.ts';

const space = { space_id: 's', name: 'Physics' };
const saved = {
  provider: 'openai' as const,
  origin: 'https://api.openai.com',
  name: 'OpenAI',
  model: 'gpt',
  label: '',
};

const defaultForm = (isPriced: boolean, longest?: number) => formIn('invited', isPriced, longest);

test.each([
  ['invited', 'members'],
  ['link', 'members'],
  ['public', 'friends'],
] as const)('by default, a key is lent in a space of the kind %s to its %s', (visibility, to) => {
  expect(newLend(formIn(visibility, false), space, saved, null, 0).lend).toMatchObject({ to, named: [] });
});

test('a key that is lent on a question is lent to who asked it as well, and the dialog says so [TORCH-10]', () => {
  const { lend } = newLend(formIn('public', false), space, saved, null, 0, ['ada']);
  expect(lend).toMatchObject({ to: 'friends', named: ['ada'] });
  expect(lentToLabels(['Ada'])).toEqual({
    friends: 'My friends in this space and Ada',
    members: 'Everyone who can post here',
    hosts: 'Hosts and Ada',
  });
  expect(lentToLabels([]).hosts).toBe('Hosts only');
});

test('where a price is known the limits are dollars, otherwise tokens, and the two are never confused', () => {
  const priced = newLend(defaultForm(true), space, saved, { input: 1, output: 2 }, 0).lend;
  expect([priced.per_turn, priced.per_day]).toEqual([
    { usd: 0.1, tokens: 0 },
    { usd: 1, tokens: 0 },
  ]);
  const unpriced = newLend(defaultForm(false), space, saved, null, 0).lend;
  expect([unpriced.per_turn, unpriced.per_day]).toEqual([
    { usd: 0, tokens: 20_000 },
    { usd: 0, tokens: 200_000 },
  ]);
});

test('an amount may be typed with a decimal comma', () => {
  const typed = { ...defaultForm(true), perTurn: '0,20', perDay: '1,5' };
  expect(errorsIn(typed)).toEqual({});
  const { per_turn, per_day } = newLend(typed, space, saved, { input: 1, output: 2 }, 0).lend;
  expect([per_turn.usd, per_day.usd]).toEqual([0.2, 1.5]);
});

test('an answer is at most as long as was chosen', () => {
  expect(newLend(defaultForm(true), space, saved, null, 0).lend.longest).toBe(4_096);
  expect(newLend(defaultForm(true, 16_000), space, saved, null, 0).lend.longest).toBe(16_000);
});

test('it lasts until the page is closed, or for the hours that were chosen', () => {
  expect(newLend(defaultForm(true), space, saved, null, 5).lend.until).toBeNull();
  expect(newLend({ ...defaultForm(true), until: '8' }, space, saved, null, 5).lend.until).toBe(
    8 * 3_600_000 + 5,
  );
});

test.each([
  [{ perTurn: '' }, 'perTurn'],
  [{ perTurn: '-1' }, 'perTurn'],
  [{ perTurn: 'much' }, 'perTurn'],
  [{ perTurn: '1,000' }, 'perTurn'],
  [{ perTurn: '2', perDay: '1' }, 'perDay'],
  [{ perPersonPerHour: '1.5' }, 'perPersonPerHour'],
  [{ longest: '499' }, 'longest'],
  [{ longest: 'long' }, 'longest'],
])('the error of %j is shown at its field', (typed, field) => {
  expect(Object.keys(errorsIn({ ...defaultForm(true), ...typed }))).toEqual([field]);
});
