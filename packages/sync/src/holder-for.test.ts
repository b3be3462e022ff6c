import { expect, test } from 'vitest';
import { holderFor, nextOffer, type PresentTorch, type TurnToHold } from './holder-for.ts';
import { defaultLend, type Lend } from './lent.ts';

const minute = 60_000;
const price = { input: 2, output: 10 };
const models = [{ provider: 'openai', model: 'gpt-6', price }];
const lend: Lend = { ...defaultLend, models, to: 'members' };
const torch = (
  user_id: string,
  more: Partial<PresentTorch> = {},
  limits: Partial<Lend> = {},
): PresentTorch => ({
  user_id,
  connection: `${user_id}-1`,
  lend: { ...lend, ...limits },
  lent_at: 0,
  spent_today: { usd: 0, tokens: 0 },
  own_turn_at: null,
  ...more,
});
const turn = (more: Partial<TurnToHold> = {}): TurnToHold => ({
  turn_id: 'turn',
  asked_at: 0,
  asked_by: 'ada',
  role: 'member',
  friends: new Set(),
  blocked: new Set(),
  wants: null,
  estimate: { input: 1_000, output: 500 },
  excluded: {},
  formerHolders: [],
  ...more,
});
const holderOf = (needed: TurnToHold, torches: PresentTorch[], othersWait = false) =>
  holderFor(needed, torches, { othersWait, now: 0 })?.user_id ?? null;

test('a turn has no holder where no torch is lent', () => {
  expect(holderOf(turn(), [])).toBeNull();
  expect(holderOf(turn(), [torch('ben', { lend: null })])).toBeNull();
});

test('the asker’s own torch comes first, lent or not, whatever it has spent', () => {
  const own = torch('ada', { lend: null, spent_today: { usd: 50, tokens: 0 } });
  expect(holderOf(turn(), [torch('ben'), own])).toBe('ada');
});

test('of the lent torches the least used today is chosen, then the one lent first', () => {
  const used = torch('ben', { spent_today: { usd: 0.2, tokens: 0 } });
  const late = torch('cleo', { lent_at: 2 });
  expect(holderOf(turn(), [used, late, torch('dan', { lent_at: 1 })])).toBe('dan');
});

test.each([
  ['friends', { friends: new Set(['ben']) }, {}],
  ['members', { role: 'member' }, { role: 'listener' }],
  ['hosts', { role: 'host' }, { role: 'member' }],
  ['named', { asked_by: 'eve' }, { asked_by: 'ada' }],
] as const)('a torch lent to %s answers only them', (to, some, other) => {
  const lent = torch('ben', {}, { to, named: ['eve'] });
  expect(holderOf(turn(some), [lent])).toBe('ben');
  expect(holderOf(turn(other), [lent])).toBeNull();
});

test.each([
  ['a block is between them', { blocked: new Set(['ben']) }, torch('ben')],
  ['they declined it', { excluded: { ben: 5 } }, torch('ben', { lent_at: 5 })],
  ['another model is wanted', { wants: { provider: 'grok', model: 'grok-4' } }, torch('ben')],
  ['the turn costs more', {}, torch('ben', {}, { per_turn: { usd: 0.006, tokens: 0 } })],
  ['the day is used up', {}, torch('ben', { spent_today: { usd: 0.995, tokens: 0 } })],
  ['the time is over', {}, torch('ben', {}, { until: 0 })],
] as [string, Partial<TurnToHold>, PresentTorch][])('a turn has no holder when %s', (_, more, lent) => {
  expect(holderOf(turn(more), [lent])).toBeNull();
});

test('a lender who declined is asked again once they lend anew, or have another key', () => {
  expect(holderOf(turn({ excluded: { ben: 5 } }), [torch('ben', { lent_at: 6 })])).toBe('ben');
  const own = torch('ada', { lend: null, lent_at: 6 });
  expect(holderOf(turn({ excluded: { ada: 5 } }), [own])).toBe('ada');
});

test('where no price is known, tokens are counted', () => {
  const own = [{ provider: 'openai', model: 'own', price: null }];
  expect(holderOf(turn(), [torch('ben', {}, { models: own })])).toBe('ben');
  expect(
    holderOf(turn(), [torch('ben', {}, { models: own, per_turn: { usd: 9, tokens: 1_499 } })]),
  ).toBeNull();
});

test('a holder who already lost the turn comes after all others, even the asker', () => {
  const torches = [torch('ada'), torch('ben', { spent_today: { usd: 0.5, tokens: 0 } })];
  expect(holderOf(turn({ formerHolders: ['ada'] }), torches)).toBe('ben');
  expect(holderOf(turn({ formerHolders: ['ada', 'ben', 'ben'] }), torches)).toBe('ada');
});

test('while others wait, no asker’s own torch holds the space twice in ten minutes', () => {
  const own = torch('ada', { own_turn_at: -9 * minute });
  expect(holderOf(turn(), [own, torch('ben')], true)).toBe('ben');
  expect(holderOf(turn(), [own], true)).toBeNull();
  expect(holderOf(turn(), [own], false)).toBe('ada');
  expect(holderOf(turn(), [torch('ada', { own_turn_at: -10 * minute })], true)).toBe('ada');
});

test('turns are offered in the order in which they were asked', () => {
  const waiting = [turn({ turn_id: 'second', asked_at: 2 }), turn({ turn_id: 'first', asked_at: 1 })];
  expect(nextOffer(waiting, [torch('ben')], 0)?.turn_id).toBe('first');
});

test('a turn that no present torch can answer lets the others pass', () => {
  const waiting = [
    turn({ turn_id: 'first', excluded: { ben: 0 } }),
    turn({ turn_id: 'second', asked_at: 1 }),
  ];
  expect(nextOffer(waiting, [torch('ben')], 0)?.turn_id).toBe('second');
});

test('an asker with their own torch lets others pass, unless these can have none', () => {
  const own = torch('ada', { lend: null, own_turn_at: -minute });
  const waiting = [turn({ turn_id: 'own' }), turn({ turn_id: 'other', asked_by: 'eve', asked_at: 1 })];
  const bens = torch('ben', {}, { to: 'named', named: ['eve'] });
  expect(nextOffer(waiting, [own, bens], 0)).toMatchObject({ turn_id: 'other', holder: { user_id: 'ben' } });
  expect(nextOffer(waiting, [own], 0)).toMatchObject({ turn_id: 'own', holder: { user_id: 'ada' } });
});
