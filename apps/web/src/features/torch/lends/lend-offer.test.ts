import { expect, test } from 'vitest';
import { memory } from '../testing/lender.ts';
import { lendChoices } from './lend-choices.ts';
import { connectionKey, defaultForm, formOf } from './lend-form.ts';
import { findOffer, type LendTarget, type OfferNeeds } from './lend-offer.ts';
import { newLend } from './new-lend.ts';

const saved = (provider: 'openai' | 'grok' | 'gemini', model: string) => ({
  provider,
  origin: `https://${provider}.example`,
  name: provider,
  model,
});
const openai = saved('openai', 'gpt-5.5');
const grok = saved('grok', 'grok-4.7');
const gemini = saved('gemini', 'gemini-3.8');
const terms = { price: { input: 1, output: 2 }, longest: 4_096, isBounded: true };
const target: LendTarget = {
  space: { space_id: 's1', name: 'Family', visibility: 'invited' },
  askers: {},
  as: 'lent',
  wants: null,
};
const needs: OfferNeeds = {
  saved: [openai, gemini],
  choices: lendChoices(memory(), 'me'),
  running: undefined,
  termsOf: async ({ provider }) => ({ ...terms, isBounded: provider !== 'grok' }),
  spentToday: async () => ({ usd: 0, tokens: 0 }),
};

test('one press lends the connection in use with the usual limits [LEND-01]', async () => {
  const offer = await findOffer(needs, target);
  expect(offer).toMatchObject({ chosen: openai, form: { to: 'members', perDay: '1', until: 'closed' } });
});

test('what was chosen last is remembered for each space, and for one’s own questions apart [LEND-01]', async () => {
  const choices = lendChoices(memory(), 'me');
  const form = { ...defaultForm('invited', terms), perDay: '3', until: '8' };
  choices.remember('s1', 'lent', { connection: connectionKey(gemini), form });
  expect(await findOffer({ ...needs, choices }, target)).toMatchObject({ chosen: gemini, form });
  const others = [
    { ...target, space: { ...target.space, space_id: 's2' } },
    { ...target, as: 'lent_to_self' as const },
  ];
  for (const other of others)
    expect(await findOffer({ ...needs, choices }, other)).toMatchObject({
      chosen: openai,
      form: { perDay: '1' },
    });
  // The chat may use another model of it by now.
  const changed = [openai, saved('gemini', 'gemini-nano')];
  expect(await findOffer({ ...needs, choices, saved: changed }, target)).toMatchObject({
    chosen: gemini,
    form,
  });
  // A connection that is gone leaves the limits.
  expect(await findOffer({ ...needs, choices, saved: [openai] }, target)).toMatchObject({
    chosen: openai,
    form,
  });
});

test('a model without limits of its own is passed over, and nothing is lent if there is no other', async () => {
  expect(await findOffer({ ...needs, saved: [grok, gemini] }, target)).toMatchObject({ chosen: gemini });
  expect(await findOffer({ ...needs, saved: [grok] }, target)).toBe('unlimited');
  expect(await findOffer({ ...needs, saved: [] }, target)).toBe('no-key');
});

test('where nothing that is spent can be stored, or the prices cannot be loaded, nothing is lent, and it is known why', async () => {
  const fails = async () => {
    throw new TypeError('Failed to fetch');
  };
  expect(await findOffer({ ...needs, spentToday: fails }, target)).toBe('not-stored');
  expect(await findOffer({ ...needs, termsOf: fails }, target)).toBe('no-price');
});

test('on a question for a certain model, that model is lent, if there is a key for it', async () => {
  const wants = { provider: 'gemini', model: 'gemini-pro' };
  expect(await findOffer(needs, { ...target, wants })).toMatchObject({
    chosen: { ...gemini, model: 'gemini-pro' },
  });
  expect(await findOffer({ ...needs, saved: [openai] }, { ...target, wants })).toBe('no-model');
});

test('a running lend is what is changed, with its own model, whichever the chat uses by now', async () => {
  const form = { ...defaultForm('invited', terms), perDay: '7' };
  const running = newLend(form, { space: target.space, chosen: gemini, price: terms.price, now: 0 });
  for (const now of [gemini, saved('gemini', 'gemini-nano')])
    expect(await findOffer({ ...needs, saved: [openai, now], running }, target)).toMatchObject({
      chosen: gemini,
      form: { perDay: '7' },
    });
  const wants = { provider: 'gemini', model: 'gemini-pro' };
  expect(await findOffer({ ...needs, running }, { ...target, wants })).toMatchObject({
    chosen: { ...gemini, model: 'gemini-pro' },
  });
});

test('garbage in the storage is nothing remembered, and only the last spaces are', () => {
  const storage = memory();
  for (const text of [
    '{',
    '[]',
    'null',
    '{"lent s1":null}',
    '{"lent s1":{"connection":"x","form":{"to":"all"}}}',
  ]) {
    storage.write('polylogue.lend_choices.me', text);
    expect(lendChoices(storage, 'me').read('s1', 'lent')).toBeNull();
  }
  const choices = lendChoices(storage, 'me');
  const choice = { connection: 'x', form: defaultForm('invited', terms) };
  for (let at = 1; at <= 120; at++) choices.remember(`s${at}`, 'lent', choice);
  expect([20, 21, 120].map((at) => choices.read(`s${at}`, 'lent') !== null)).toEqual([false, true, true]);
});

test('every message is answered only if that is switched on, or pressed on one that waits, and is remembered [MODE-02]', async () => {
  expect(await findOffer(needs, target)).toMatchObject({ form: { everyMessage: false } });
  expect(await findOffer(needs, { ...target, isAutomatic: true })).toMatchObject({
    form: { everyMessage: true },
  });
  const choices = lendChoices(memory(), 'me');
  const usual = defaultForm('invited', terms);
  const form = { ...usual, everyMessage: true };
  choices.remember('s1', 'lent', { connection: connectionKey(gemini), form });
  expect(await findOffer({ ...needs, choices }, target)).toMatchObject({ form });
  const lent = { space: target.space, chosen: openai, price: null, now: 0 };
  expect(newLend(form, lent).lend.every_message).toBe(true);
  expect('every_message' in newLend(usual, lent).lend).toBe(false);
  expect(formOf(newLend(form, lent), terms).everyMessage).toBe(true);
});
