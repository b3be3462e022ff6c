import { expect, test } from 'vitest';
import { holderFor, nextOffer, nextRetry, type PresentTorch, type TurnToHold } from './holder-for.ts';
import { defaultLend, type Lend } from './lent.ts';
import type { SegmentEnding } from './turn.ts';

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
  browser: `${user_id}'s`,
  is_visible: true,
  for_self: null,
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
  is_automatic: false,
  asked_on: "ada's",
  role: 'member',
  friends: new Set(),
  blocked: new Set(),
  wants: null,
  estimate: { input: 1_000, output: 500 },
  excluded: {},
  segments: [],
  ...more,
});
const lostBy = (holder_id: string, because: SegmentEnding, connection = `${holder_id}-1`) => ({
  holder_id,
  connection,
  because,
});
const declined = (user_id: string, connection?: string) => ({
  excluded: { [user_id]: 5 },
  segments: [lostBy(user_id, 'declined', connection)],
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

const phone = (more: Partial<PresentTorch> = {}) =>
  torch('ada', { connection: 'ada-2', browser: 'phone', lend: null, ...more });
const forSelf = { lend: { ...lend, to: 'named' as const }, spent_today: { usd: 0, tokens: 0 } };

test('a browser in which a question was not asked answers it only if its person has switched that on', () => {
  expect(holderOf(turn(), [phone()])).toBeNull();
  expect(holderOf(turn(), [phone({ lend })])).toBeNull();
  expect(holderOf(turn(), [phone(), torch('ben')])).toBe('ben');
  expect(holderOf(turn(), [phone({ for_self: forSelf }), torch('ben')])).toBe('ada');
  const usedUp = { ...forSelf, spent_today: { usd: 1, tokens: 0 } };
  expect(holderOf(turn(), [phone({ for_self: usedUp })])).toBeNull();
  expect(holderOf(turn({ asked_on: 'phone' }), [phone()])).toBe('ada');
});

test('what nobody asked goes only to what is lent for every message, of its author as well [MODE-01]', () => {
  const posted = turn({ is_automatic: true });
  const every = { every_message: true };
  const [ben, ada] = [torch('ben', {}, every), torch('ada', {}, every)];
  expect(holderOf(posted, [torch('ben')])).toBeNull();
  expect(holderOf(posted, [torch('ada', { lend: null })])).toBeNull();
  expect(holderOf(posted, [torch('ada'), phone({ for_self: forSelf })])).toBeNull();
  expect(holderOf(posted, [torch('ada', { lend: null }), ben])).toBe('ben');
  expect(holderOf(posted, [ben, ada])).toBe('ada');
  expect(holderOf(posted, [torch('ada', { spent_today: { usd: 1, tokens: 0 } }, every)])).toBeNull();
  const forAll = { ...forSelf, lend: { ...forSelf.lend, ...every } };
  expect(holderOf(posted, [ben, phone({ for_self: forAll })])).toBe('ada');
  expect(holderOf(posted, [torch('ben', {}, { ...every, to: 'hosts' })])).toBeNull();
  expect(holderOf(turn(), [ben])).toBe('ben');
});

test('the browser in which it was asked comes before others of its person', () => {
  const own = torch('ada', { lend: null, is_visible: false });
  const torches = [phone({ for_self: forSelf }), own];
  expect(holderFor(turn(), torches, { othersWait: false, now: 0 })?.connection).toBe('ada-1');
});

test('what another browser of the asker declined or failed at does not exclude the one that asked, even once it is gone', () => {
  for (const because of ['declined', 'key'] as const) {
    const lost = { ...lostBy('ada', because, 'ada-2'), browser: 'phone' };
    const needed = turn({ excluded: { ada: 5 }, segments: [lost] });
    expect(holderOf(needed, [torch('ada', { lend: null })])).toBe('ada');
    expect(holderOf(needed, [phone({ connection: 'ada-3', for_self: forSelf })])).toBeNull();
  }
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

test('a torch lent on a question answers who asked it, whoever else it is lent to', () => {
  const lent = torch('ben', {}, { to: 'friends', named: ['eve'] });
  expect(holderOf(turn({ asked_by: 'eve' }), [lent])).toBe('ben');
  expect(holderOf(turn({ friends: new Set(['ben']) }), [lent])).toBe('ben');
  expect(holderOf(turn(), [lent])).toBeNull();
  expect(holderOf(turn({ asked_by: 'eve', blocked: new Set(['ben']) }), [lent])).toBeNull();
});

test.each([
  ['a block is between them', { blocked: new Set(['ben']) }, torch('ben')],
  ['they declined it', declined('ben'), torch('ben', { lent_at: 5 })],
  ['another model is wanted', { wants: { provider: 'grok', model: 'grok-4' } }, torch('ben')],
  ['the turn costs more', {}, torch('ben', {}, { per_turn: { usd: 0.006, tokens: 0 } })],
  ['the day is used up', {}, torch('ben', { spent_today: { usd: 0.995, tokens: 0 } })],
  ['the time is over', {}, torch('ben', {}, { until: 0 })],
] as [string, Partial<TurnToHold>, PresentTorch][])('a turn has no holder when %s', (_, more, lent) => {
  expect(holderOf(turn(more), [lent])).toBeNull();
});

test('a lender who declined is asked again once they lend anew, or have another key', () => {
  expect(holderOf(turn(declined('ben')), [torch('ben', { lent_at: 6 })])).toBe('ben');
  const own = torch('ada', { lend: null, lent_at: 6 });
  expect(holderOf(turn(declined('ada')), [own])).toBe('ada');
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
  const lost = (...people: string[]) => turn({ segments: people.map((id) => lostBy(id, 'lapsed')) });
  expect(holderOf(lost('ada'), torches)).toBe('ben');
  expect(holderOf(lost('ada', 'ben', 'ben'), torches)).toBe('ada');
});

const devices = (...all: [name: string, more?: Partial<PresentTorch>][]) =>
  all.map(([connection, more]) => torch('ada', { lend: null, connection, ...more }));
const deviceFor = (needed: TurnToHold, torches: PresentTorch[]) =>
  holderFor(needed, torches, { othersWait: false, now: 0 })?.connection;

test('of the browsers of one person, one that is visible answers', () => {
  const torches = devices(['desktop', { is_visible: false }], ['laptop', { lent_at: 3 }]);
  expect(deviceFor(turn(), torches)).toBe('laptop');
});

test('whether a browser is visible does not matter between people', () => {
  const hidden = torch('ben', { is_visible: false });
  expect(holderOf(turn(), [torch('cleo', { spent_today: { usd: 0.1, tokens: 0 } }), hidden])).toBe('ben');
});

test('if one browser of a person declines, another of them is asked before a lender', () => {
  const torches = devices(['desktop'], ['laptop', { lent_at: 3 }]);
  expect(deviceFor(turn(declined('ada', 'desktop')), [torch('ben'), ...torches])).toBe('laptop');
  expect(deviceFor(turn(declined('ada', 'desktop')), torches.slice(0, 1))).toBeUndefined();
});

test.each(['silent', 'key', 'limit', 'declined'] as const)(
  'what one tab of a browser failed at (%s) is not asked in another: it would pay once more, with the same key [TORCH-12]',
  (because) => {
    const lost = { ...lostBy('ben', because), browser: "ben's", until: 20_000, is_retried: true };
    const needed = turn({ excluded: { ben: 5 }, segments: [lost] });
    const tabs = [torch('ben'), torch('ben', { connection: 'ben-2' })];
    expect(holderOf(needed, tabs)).toBeNull();
    expect(holderOf(needed, [...tabs, torch('ben', { connection: 'ben-3', browser: 'phone' })])).toBe('ben');
    expect(holderFor(needed, tabs, { othersWait: false, now: 20_000 })?.connection).toBe('ben-2');
  },
);

test('the browsers of one person take turns when one does not respond', () => {
  const torches = devices(['desktop'], ['laptop', { is_visible: false }]);
  const lost = (...all: string[]) => turn({ segments: all.map((name) => lostBy('ada', 'lapsed', name)) });
  expect(deviceFor(lost('desktop'), torches)).toBe('laptop');
  expect(deviceFor(lost('desktop', 'laptop'), torches)).toBe('desktop');
});

test('a browser that connects anew does not count as another one', () => {
  const again = devices(['desktop-2']);
  expect(deviceFor(turn(declined('ada', 'desktop-1')), again)).toBeUndefined();
  const lost = turn({ segments: [lostBy('ada', 'gone', 'desktop-1')] });
  expect(deviceFor(lost, [torch('ben'), ...again])).toBe('ben-1');
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
  const waiting = [turn({ turn_id: 'first', ...declined('ben') }), turn({ turn_id: 'second', asked_at: 1 })];
  expect(nextOffer(waiting, [torch('ben')], 0)?.turn_id).toBe('second');
});

test('an asker with their own torch lets others pass, unless these can have none', () => {
  const own = torch('ada', { lend: null, own_turn_at: -minute });
  const waiting = [turn({ turn_id: 'own' }), turn({ turn_id: 'other', asked_by: 'eve', asked_at: 1 })];
  const bens = torch('ben', {}, { to: 'named', named: ['eve'] });
  expect(nextOffer(waiting, [own, bens], 0)).toMatchObject({ turn_id: 'other', holder: { user_id: 'ben' } });
  expect(nextOffer(waiting, [own], 0)).toMatchObject({ turn_id: 'own', holder: { user_id: 'ada' } });
});

test.each(['hour', 'used-up'] as const)(
  'whoever declined because of what is used up (%s) is asked again once that is over [TORCH-15]',
  (why) => {
    const declined = { ...lostBy('ben', 'declined'), declined: why, until: 3_000_000 };
    const waiting = turn({ excluded: { ben: 0 }, segments: [declined] });
    const holderAt = (now: number) => holderFor(waiting, [torch('ben')], { othersWait: false, now })?.user_id;
    expect([holderAt(2_999_999), holderAt(3_000_000)]).toEqual([undefined, 'ben']);
    expect(nextRetry([waiting], 0)).toBe(3_000_000);
  },
);

test('someone at their provider’s limit is asked again once it is time, and others meanwhile [TORCH-12]', () => {
  const limited = { ...lostBy('ben', 'limit'), until: 5_000, is_retried: true };
  const waiting = turn({ excluded: { ben: 0 }, segments: [limited] });
  const holderAt = (now: number, ...torches: PresentTorch[]) =>
    holderFor(waiting, torches, { othersWait: false, now })?.user_id;
  expect(holderAt(4_999, torch('ben'))).toBeUndefined();
  expect(holderAt(4_999, torch('ben'), torch('cleo'))).toBe('cleo');
  expect(holderAt(5_000, torch('ben'))).toBe('ben');
  expect([nextRetry([waiting], 0), nextRetry([waiting], 5_000), nextRetry([turn()], 0)]).toEqual([
    ...[5_000, null, null],
  ]);
  const { is_retried: _, ...final } = limited;
  const twice = turn({ excluded: { ben: 6_000 }, segments: [limited, { ...final, until: 7_000 }] });
  expect(holderFor(twice, [torch('ben')], { othersWait: false, now: 10 ** 9 })).toBeNull();
});

test('what is lent for one question is offered no other, nor that one while someone else has it [LEND-04]', () => {
  const once = { to: 'named' as const, named: ['ada'], only_turn: 'turn' };
  const ben = torch('ben', {}, once);
  expect(holderOf(turn(), [ben])).toBe('ben');
  expect(holderOf(turn({ turn_id: 'next' }), [ben])).toBeNull();
  expect(holderOf(turn({ asked_by: 'eve' }), [ben])).toBeNull();
  expect(holderOf(turn({ is_automatic: true }), [ben])).toBeNull();
  expect(holderOf(turn({ blocked: new Set(['ben']) }), [ben])).toBeNull();
  expect(holderOf(turn(), [torch('ben', { spent_today: { usd: 1, tokens: 0 } }, once)])).toBeNull();
  // It was taken: others wait.
  expect(nextOffer([turn({ turn_id: 'next' })], [ben], 0)).toBeNull();
});
