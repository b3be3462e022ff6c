import { expect, test } from 'vitest';
import {
  defaultForm,
  errorsIn,
  formOf,
  type LendForm,
  lentToLabels,
  rememberedForm,
  usualAmounts,
} from './lend-form.ts';
import { lentAgain, newLend, onlyFor } from './new-lend.ts';

const space = { space_id: 's', name: 'Physics', visibility: 'invited' as const };
const chosen = {
  provider: 'openai' as const,
  origin: 'https://api.openai.com',
  name: 'OpenAI',
  model: 'gpt',
};
const dollars = { price: { input: 1, output: 2 }, longest: 4_096 };
const unpriced = { price: null, longest: 4_096 };
const needs = { space, chosen, price: dollars.price, now: 0 };
const nothing = { usd: 0, tokens: 0 };
const costs = { model: 'gpt', price: dollars.price, spent: nothing };

test.each([
  ['invited', 'members'],
  ['link', 'members'],
  ['public', 'friends'],
] as const)('by default, a key is lent in a space of the kind %s to its %s', (visibility, to) => {
  const { lend } = newLend(defaultForm(visibility, unpriced), needs);
  expect(lend).toMatchObject({ to, named: [] });
});

test('a key that is lent on a question is lent to who asked it as well, and the dialog says so [TORCH-10]', () => {
  const { lend } = newLend(defaultForm('public', unpriced), { ...needs, askers: { ada: 'Ada' } });
  expect(lend).toMatchObject({ to: 'friends', named: ['ada'] });
  expect(lentToLabels(['Ada'])).toEqual({
    friends: 'My friends in this space and Ada',
    members: 'Everyone who can post here',
    hosts: 'Hosts and Ada',
  });
  expect(lentToLabels([]).hosts).toBe('Hosts only');
});

test('where a price is known the limits are dollars, otherwise tokens, and the two are never confused', () => {
  const priced = newLend(defaultForm('invited', dollars), needs).lend;
  expect([priced.per_turn, priced.per_day]).toEqual([
    { usd: 0.1, tokens: 0 },
    { usd: 1, tokens: 0 },
  ]);
  const counted = newLend(defaultForm('invited', unpriced), { ...needs, price: null }).lend;
  expect([counted.per_turn, counted.per_day]).toEqual([
    { usd: 0, tokens: 20_000 },
    { usd: 0, tokens: 200_000 },
  ]);
});

test('whoever prefers tokens to money limits them, whatever they cost [LEND-01]', () => {
  const form: LendForm = {
    ...defaultForm('invited', dollars),
    unit: 'tokens',
    ...usualAmounts('tokens', dollars),
  };
  const { lend } = newLend(form, needs);
  expect(lend).toMatchObject({ per_day: { usd: 0, tokens: 200_000 }, models: [{ price: null }] });
});

test('a model whose answers cost more than the usual limits gets limits that pay for answers [LEND-01]', () => {
  const dear = { price: { input: 150, output: 600 }, longest: 4_096 };
  const form = defaultForm('invited', dear);
  expect(errorsIn(form, { ...costs, price: dear.price })).toEqual({});
  expect(form).toMatchObject({ perTurn: '0.9', perDay: '1' });
});

test('a limit too small for one answer is refused with what it would take, and that is enough [LEND-01]', () => {
  const form = { ...defaultForm('invited', dollars), perTurn: '0.001', perDay: '0.001' };
  expect(errorsIn(form, costs)).toEqual({
    perTurn: 'One answer of gpt takes at least $0.002',
    perDay: 'One answer of gpt takes at least $0.002',
  });
  expect(errorsIn({ ...form, perTurn: '0.002', perDay: '0.002' }, costs)).toEqual({});
  const counted = { ...defaultForm('invited', unpriced), perTurn: '1499', perDay: '1600' };
  expect(errorsIn(counted, { ...costs, price: null })).toEqual({
    perTurn: 'One answer of gpt takes at least 1,500 tokens',
  });
});

test('a limit of the day that is used up already is refused with what another answer takes [LEND-01]', () => {
  const form = defaultForm('invited', dollars);
  const used = { ...costs, spent: { usd: 0.9999, tokens: 0 } };
  expect(errorsIn(form, used)).toEqual({
    perDay: '$0.9999 is used today already, so one more answer takes at least $1.01 a day',
  });
  expect(errorsIn({ ...form, perDay: '1.01' }, used)).toEqual({});
});

test('an amount may be typed with a decimal comma', () => {
  const typed = { ...defaultForm('invited', dollars), perTurn: '0,20', perDay: '1,5' };
  expect(errorsIn(typed, costs)).toEqual({});
  const { per_turn, per_day } = newLend(typed, needs).lend;
  expect([per_turn.usd, per_day.usd]).toEqual([0.2, 1.5]);
});

test('long numbers have separators, and may be typed with them', () => {
  const form = { ...defaultForm('invited', unpriced), perDay: '128,000', longest: '128,000' };
  expect(form).toMatchObject({ perTurn: '20,000', perPersonPerHour: '10' });
  expect(defaultForm('invited', unpriced).longest).toBe('4,096');
  expect(errorsIn(form, { ...costs, price: null })).toEqual({});
  const own = newLend(form, { ...needs, price: null });
  expect(own.lend).toMatchObject({ per_day: { tokens: 128_000 }, longest: 128_000 });
  expect(formOf(own, unpriced)).toMatchObject({ perDay: '128,000', longest: '128,000' });
});

test('an answer is at most as long as was chosen', () => {
  expect(newLend({ ...defaultForm('invited', dollars), longest: '8000' }, needs).lend.longest).toBe(8_000);
});

test('it is lent until the page is closed, or for so many hours', () => {
  const lendFor = (until: string) => newLend({ ...defaultForm('invited', dollars), until }, needs).lend.until;
  expect(['closed', '1', '168'].map(lendFor)).toEqual([null, 3_600_000, 604_800_000]);
});

test.each([
  [{ perTurn: '0' }, 'perTurn'],
  [{ perTurn: 'much' }, 'perTurn'],
  [{ perTurn: '-1' }, 'perTurn'],
  [{ perTurn: 'Infinity' }, 'perTurn'],
  [{ perTurn: '1,234' }, 'perTurn'],
  [{ perDay: '0.05' }, 'perDay'],
  [{ unit: 'tokens', perTurn: '20000.5', perDay: '200000' }, 'perTurn'],
  [{ unit: 'tokens', perTurn: '20000', perDay: '200000,5' }, 'perDay'],
  [{ perPersonPerHour: '1.5' }, 'perPersonPerHour'],
  [{ longest: '499' }, 'longest'],
] as const)('%j is refused', (typed, field) => {
  expect(Object.keys(errorsIn({ ...defaultForm('invited', dollars), ...typed }, costs))).toContain(field);
});

test('a running lend is changed from what it is, and ends when it would have ended [LEND-01]', () => {
  const form = { ...defaultForm('public', dollars), perDay: '3', until: '8', longest: '900' };
  const own = newLend(form, { ...needs, now: 1_000 });
  const again = formOf(own, dollars);
  expect(again).toEqual({ ...form, until: 'same' });
  const { until } = own.lend;
  expect(newLend({ ...again, perDay: '4' }, { ...needs, now: 500_000, running: own }).lend).toMatchObject({
    per_day: { usd: 4 },
    until,
  });
});

test.each([-7_200_000, 0, 7_200_000])(
  'where a clock is %i ms ahead, what is lent again is lent for as long as the first time',
  (ahead) => {
    const hour = 3_600_000;
    const form = { ...defaultForm('invited', dollars), until: '1' };
    const lent = { ...newLend(form, { ...needs, now: 10 * hour + ahead }), lent_at: 10 * hour };
    expect(lentAgain(lent, 12 * hour)).toEqual({
      ...lent,
      lend: { ...lent.lend, until: 13 * hour + ahead },
      lent_at: 12 * hour,
    });
    const open = newLend({ ...form, until: 'closed' }, needs);
    expect(lentAgain(open, hour).lend.until).toBeNull();
  },
);

test('what is lent again is lent for as long as it was at first, however often it was changed', () => {
  const hour = 3_600_000;
  const form = { ...defaultForm('invited', dollars), until: '8' };
  let own = newLend(form, { ...needs, now: 0 });
  for (const now of [7 * hour, 7.9 * hour])
    own = newLend({ ...formOf(own, dollars), perDay: '4' }, { ...needs, now, running: own });
  expect(own.lend.until).toBe(8 * hour);
  const again = lentAgain(own, 14 * hour);
  expect(again.lend.until).toBe(22 * hour);
  expect(lentAgain(again, 30 * hour).lend.until).toBe(38 * hour);
});

test('what was chosen for a model with a price is not taken for the limits of one without', () => {
  const last = { ...defaultForm('invited', dollars), perPersonPerHour: '3' };
  expect(rememberedForm(last, dollars)).toBe(last);
  expect(rememberedForm(last, unpriced)).toMatchObject({
    unit: 'tokens',
    perDay: '200,000',
    perPersonPerHour: '3',
  });
});

test('a question is answered without lending for any other, within the same limits, and not for long [LEND-04]', () => {
  const own = newLend({ ...defaultForm('invited', dollars), perTurn: '0.2' }, needs);
  const { lend } = onlyFor(own, { turn_id: 't1', asked_by: 'ada' }, 1_000);
  expect(lend).toEqual({ ...own.lend, to: 'named', named: ['ada'], only_turn: 't1', until: 601_000 });
});
