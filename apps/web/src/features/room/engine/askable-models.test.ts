import { defaultLend } from '@polylogue/sync/turns';
import { expect, test } from 'vitest';
import {
  accountWords,
  answeringModels,
  askableModels,
  asksWords,
  modelWords,
  usedUpLenders,
} from './askable-models.ts';

const gpt = { provider: 'openai', model: 'gpt-5.5' };
const mini = { provider: 'openai', model: 'gpt-5.5-mini' };
const gemini = { provider: 'gemini', model: 'gemini-3-pro' };
const ada = { user_id: 'ada', role: 'member' as const, friends: new Set(['grace']) };
const lending = (to: 'members' | 'friends' | 'hosts', ...models: (typeof gpt)[]) => ({
  ...defaultLend,
  spent_today: { usd: 0, tokens: 0 },
  lent_at: 0,
  isVisible: true,
  to,
  models: models.map((model) => ({ ...model, price: null })),
});
const names = { who: (id: string | null) => String(id), whose: (id: string | null) => `${id}’s` };

test('someone without a key can ask what is lent to them, and to no one else', () => {
  const lent = {
    grace: lending('friends', gpt),
    emmy: lending('friends', mini),
    kurt: lending('hosts', mini),
    alan: lending('members', gpt, gemini),
    ada: lending('members', mini),
  };
  const models = askableModels([], { lent }, ada);
  expect(models).toEqual([
    { ...gpt, isOwn: false, lenders: ['alan', 'grace'] },
    { ...gemini, isOwn: false, lenders: ['alan'] },
  ]);
  expect(accountWords(answeringModels(models, null), names)).toBe(
    'alan’s OpenAI account or grace’s OpenAI account or alan’s Google account',
  );
  expect(accountWords(answeringModels(models, gemini), names)).toBe('alan’s Google account');
  expect(models.map((model) => modelWords(model, names))).toEqual([
    'GPT-5.5 · alan, grace',
    'gemini-3-pro · alan',
  ]);
});

test('lenders keep their order when one of them connects anew', () => {
  const [grace, alan] = [lending('members', gpt), lending('members', gemini)];
  expect(askableModels([], { lent: { grace, alan } }, ada)).toEqual(
    askableModels([], { lent: { alan, grace } }, ada),
  );
});

test('one’s own connections come first, and pay for every model of their provider', () => {
  const models = askableModels([gpt, gpt], { lent: { grace: lending('members', gpt, mini, gemini) } }, ada);
  expect(accountWords(answeringModels(models, null), names)).toBe('your OpenAI account');
  expect(accountWords(answeringModels(models, mini), names)).toBe('your OpenAI account');
  expect(accountWords(answeringModels(models, gemini), names)).toBe('grace’s Google account');
  expect(models.map((model) => modelWords(model, names))).toEqual([
    'GPT-5.5 · your key',
    'gpt-5.5-mini · your key',
    'gemini-3-pro · grace',
  ]);
});

test('another browser of one’s own that answers comes before what is lent, and after the keys of this one [LEND-05]', () => {
  const forSelf = lending('members', gpt, gemini);
  const lent = { grace: lending('members', gpt) };
  const onPhone = askableModels([], { lent, forSelf }, ada);
  expect(accountWords(answeringModels(onPhone, null), names)).toBe(
    'your OpenAI account, on your other device',
  );
  expect(onPhone.map((model) => modelWords(model, names))).toEqual([
    'GPT-5.5 · your other device',
    'gemini-3-pro · your other device',
  ]);
  const withKey = askableModels([gpt], { lent, forSelf }, ada);
  expect(accountWords(answeringModels(withKey, null), names)).toBe('your OpenAI account');
  expect(withKey.map((model) => modelWords(model, names))).toEqual([
    'GPT-5.5 · your key',
    'gemini-3-pro · your other device',
  ]);
  const usedUp = { ...forSelf, spent_today: { usd: 0, tokens: 199_900 } };
  expect(askableModels([], { lent: {}, forSelf: usedUp }, ada)).toEqual([]);
});

test('a lender whose day is used up is left out, and named', () => {
  const usedUp = { ...lending('members', gpt), spent_today: { usd: 0, tokens: 199_900 } };
  const tooLittle = { ...lending('members', gpt), per_turn: { usd: 1, tokens: 500 } };
  const lent = { grace: usedUp, kurt: tooLittle, alan: lending('members', gpt), ada: usedUp };
  expect(askableModels([], { lent }, ada)).toEqual([{ ...gpt, isOwn: false, lenders: ['alan'] }]);
  expect(usedUpLenders(lent, ada)).toEqual(['grace']);
  expect(askableModels([], { lent: { grace: usedUp } }, ada)).toEqual([]);
});

test('a press that asks at once says to whose account, or that it waits', () => {
  const models = askableModels([], { lent: { grace: lending('members', gpt) } }, ada);
  expect(asksWords(answeringModels(models, null), names)).toBe('goes to grace’s OpenAI account');
  expect(asksWords(answeringModels(models, gemini), names)).toBe('waits until someone lends a key for it');
});

test('a model that no one lends any more is not among them', () => {
  expect(answeringModels(askableModels([gpt], { lent: {} }, ada), gemini)).toEqual([]);
});
