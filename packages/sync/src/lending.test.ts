import fc from 'fast-check';
import { expect, test } from 'vitest';
import { context } from './context.ts';
import { emptyLedger, type Ledger, ledgerOf, settle, spentToday } from './lend-ledger.ts';
import {
  authorizeTurn,
  type LendRequest,
  type ModelTerms,
  maxTokensOf,
  mayGoOn,
  minAnswerTokens,
  reserve,
  termsFor,
  tokenBudgetFor,
} from './lending.ts';
import {
  type Amount,
  amountOf,
  defaultLend,
  isUsedUp,
  type Lend,
  leastFor,
  leastTurn,
  type TokenPrice,
  whyNotAnswered,
} from './lent.ts';

const hour = 3_600_000;
const noon = 12 * hour;
const lend: Lend = { ...defaultLend, models: [{ provider: 'openai', model: 'gpt-6', price: null }] };
const request = (more: Partial<LendRequest> = {}): LendRequest => ({
  space_id: 'space',
  turn_id: 'turn',
  epoch: 1,
  asker: { user_id: 'ada', role: 'member', is_friend: true },
  isBlocked: false,
  wants: null,
  isOwn: false,
  isAutomatic: false,
  ...more,
});
const stranger = { user_id: 'eve', role: 'member', is_friend: false } as const;
const terms = (price: TokenPrice | null, more: Partial<ModelTerms> = {}): ModelTerms => ({
  priceAt: () => price,
  window: 128_000,
  longest: null,
  ...more,
});
const price = { input: 2, output: 10 };
const dollars = (usd: number): Amount => ({ usd, tokens: 0 });

function reserved(ledger: Ledger, amount: Amount, one: LendRequest, now = noon): Ledger {
  const next = reserve(lend, ledger, one, amount, now);
  if (!next) throw new Error('not reserved');
  return next;
}

test('what nobody asked is declined, also while it runs, unless it is lent for every message [MODE-01]', () => {
  const posted = request({ isAutomatic: true });
  const every = { ...lend, every_message: true };
  expect(authorizeTurn(lend, emptyLedger, posted, noon)).toEqual({ declined: 'not-lent' });
  expect(authorizeTurn(every, emptyLedger, posted, noon)).toEqual({
    models: lend.models,
    left: { usd: 0.1, tokens: 20_000 },
  });
  const ledger = reserved(emptyLedger, dollars(0.01), posted);
  const [model] = lend.models;
  expect(model && mayGoOn(every, ledger, posted, model)).toBe(true);
  expect(model && mayGoOn(lend, ledger, posted, model)).toBe(false);
});

test('a friend is answered, with up to ten cents of a dollar a day', () => {
  expect(authorizeTurn(lend, emptyLedger, request(), noon)).toEqual({
    models: lend.models,
    left: { usd: 0.1, tokens: 20_000 },
  });
});

test.each([
  ['nothing is lent', null, request(), 'not-lent'],
  ['its time is over', { ...lend, until: noon }, request(), 'not-lent'],
  [
    'another model is wanted',
    lend,
    request({ wants: { provider: 'openai', model: 'gpt-5' } }),
    'other-model',
  ],
  ['a stranger asks', lend, request({ asker: stranger }), 'not-allowed'],
  ['a block is between them', lend, request({ isBlocked: true }), 'not-lent'],
  ['no questions are lent', { ...lend, per_person_per_hour: 0 }, request(), 'hour'],
] as const)('a turn is declined when %s', (_, lent, asked, declined) => {
  expect(authorizeTurn(lent, emptyLedger, asked, noon)).toMatchObject({ declined });
});

test('a reservation counts immediately, and the real cost replaces it', () => {
  const ledger = reserved(emptyLedger, dollars(0.08), request({ turn_id: 'one' }));
  expect(spentToday(ledger, { space_id: 'space' }, noon)).toEqual(dollars(0.08));
  const after = settle(ledger, request({ turn_id: 'one' }), dollars(0.01));
  expect(spentToday(after, { space_id: 'space' }, noon)).toEqual(dollars(0.01));
  expect(settle(after, request({ turn_id: 'one' }), dollars(0))).toEqual(after);
});

test('a cost counts in what was reserved: tokens if no price was known, even if a host reports its price', () => {
  const one = request();
  const inTokens = reserved(emptyLedger, { usd: 0, tokens: 9_000 }, request());
  for (const usd of [0.4, 0, null]) {
    const after = settle(inTokens, one, { usd, tokens: 700 });
    expect(spentToday(after, { space_id: 'space' }, noon)).toEqual({ usd: 0, tokens: 700 });
  }
  const inDollars = reserved(emptyLedger, dollars(0.08), request());
  const after = settle(inDollars, one, { usd: 0.02, tokens: 700 });
  expect(spentToday(after, { space_id: 'space' }, noon)).toEqual(dollars(0.02));
  // No price is known any more: what was reserved still counts.
  expect(settle(inDollars, one, { usd: null, tokens: 700 })).toEqual(inDollars);
});

test('a turn that comes back to the same lender has what its first epoch left', () => {
  const ledger = reserved(emptyLedger, dollars(0.07), request());
  const again = authorizeTurn(lend, ledger, request({ epoch: 2 }), noon);
  expect(again).toMatchObject({ left: { usd: expect.closeTo(0.03) } });
  expect(authorizeTurn(lend, ledger, request(), noon)).toEqual({ declined: 'busy' });
});

test('of two turns authorized at the same time, the second is not paid for when too little is left', () => {
  const small: Lend = { ...lend, per_day: { usd: 0.1, tokens: 0 } };
  const ledger = reserve(small, emptyLedger, request({ turn_id: 'one' }), dollars(0.08), noon) as Ledger;
  expect(reserve(small, ledger, request({ turn_id: 'two' }), dollars(0.08), noon)).toBeNull();
});

test('the limits of a day are those of one space, and begin anew at midnight', () => {
  const ledger = [...Array(10).keys()].reduce(
    (before, at) => reserved(before, dollars(0.1), request({ turn_id: `turn ${at}` })),
    emptyLedger,
  );
  const left = (more: object, now = noon) => {
    const result = authorizeTurn(lend, ledger, request({ turn_id: 'new', ...more }), now);
    return 'left' in result ? result.left.usd : result.declined;
  };
  expect(left({})).toBe('hour');
  const ben = { user_id: 'ben', role: 'member', is_friend: true } as const;
  expect(left({ asker: ben })).toBeCloseTo(0);
  expect(left({ space_id: 'other' })).toBe(0.1);
  expect(left({}, 24 * hour)).toBe(0.1);
});

test('a turn of another space with the same id neither counts as paid, nor is it settled or its cost counted', () => {
  const other = request({ space_id: 'other' });
  const ledger = reserved(emptyLedger, dollars(0.07), request({ epoch: 6 }));
  expect(authorizeTurn(lend, ledger, other, noon)).toMatchObject({ left: { usd: 0.1 } });
  const both = reserved(ledger, dollars(0.05), other);
  const after = settle(both, { ...other, epoch: 6 }, dollars(0.01));
  expect(after).toEqual(both);
  expect(settle(both, other, dollars(0.01)).entries.map(({ settled }) => settled)).toEqual([
    null,
    dollars(0.01),
  ]);
});

test('the lender’s own questions from other devices have limits of their own for a day and an hour', () => {
  const mine = (at: number, more: Partial<LendRequest> = {}) =>
    request({
      turn_id: `turn ${at}`,
      asker: { user_id: 'me', role: 'member', is_friend: false },
      isOwn: true,
      ...more,
    });
  const named: Lend = { ...lend, to: 'named', named: ['me'], per_person_per_hour: 20 };
  let ledger = reserved(emptyLedger, dollars(0.1), request());
  for (let at = 0; at < 20; at++) ledger = reserve(named, ledger, mine(at), dollars(0.1), noon) ?? ledger;
  expect(spentToday(ledger, { asked_by: 'me' }, noon).usd).toBeCloseTo(1);
  const few = { ...named, per_person_per_hour: 10 };
  expect(authorizeTurn(few, ledger, mine(20), noon)).toEqual({ declined: 'hour', retry_in: hour });
  expect(reserve(few, ledger, mine(20), dollars(0), noon)).toBeNull();
  expect(authorizeTurn(named, ledger, mine(20, { space_id: 'other' }), noon)).toMatchObject({
    left: { usd: 0.1 },
  });
});

test.each([
  ['infinitely many tokens', { usd: 0, tokens: 9_000 }, { usd: 0, tokens: Number.POSITIVE_INFINITY }],
  ['infinitely many dollars', dollars(0.08), { usd: Number.POSITIVE_INFINITY, tokens: 700 }],
  ['what is no number', dollars(0.08), { usd: Number.NaN, tokens: 700 }],
  ['less than nothing', dollars(0.08), { usd: -1, tokens: 700 }],
])('after a cost of %s, what was reserved counts', (_, most, cost) => {
  const ledger = reserved(emptyLedger, most, request());
  const after = settle(ledger, request(), cost);
  expect(after).toEqual(ledger);
  expect(ledgerOf(after)).toEqual(ledger);
});

test('a lend is used up when the day does not pay for the shortest question and answer: no question is offered to it then', () => {
  const priced = { ...lend, models: [{ provider: 'openai', model: 'gpt-6', price }] };
  expect(isUsedUp(priced, dollars(0))).toBe(false);
  expect(isUsedUp(priced, dollars(0.99))).toBe(false);
  expect(isUsedUp(priced, dollars(0.996))).toBe(true);
  expect(isUsedUp(lend, { usd: 0, tokens: 198_500 })).toBe(false);
  expect(isUsedUp(lend, { usd: 0, tokens: 198_501 })).toBe(true);
});

test('what its provider turned away is no question of the hour, and an answer that cost nothing is one', () => {
  const tenSettledAt = (cost: Amount) =>
    [...Array(10).keys()].reduce((before, at) => {
      const one = request({ turn_id: `turn ${at}` });
      return settle(reserved(before, dollars(0.1), one), one, cost);
    }, emptyLedger);
  expect(authorizeTurn(lend, tenSettledAt(dollars(0)), request(), noon)).toHaveProperty('left');
  const free = tenSettledAt({ usd: 0, tokens: 60 });
  expect(authorizeTurn(lend, free, request(), noon)).toMatchObject({ declined: 'hour' });
});

test('after a clock was far ahead, a lender is asked again in an hour at most', () => {
  const one: Lend = { ...lend, per_person_per_hour: 1 };
  const ledger = reserved(emptyLedger, dollars(0.01), request({ turn_id: 'one' }), noon + 300 * 24 * hour);
  expect(authorizeTurn(one, ledger, request(), noon)).toEqual({ declined: 'hour', retry_in: hour });
});

test('setting the clock back frees no budget', () => {
  const ledger = reserved(emptyLedger, dollars(0.1), request(), 36 * hour);
  expect(spentToday(ledger, { space_id: 'space' }, noon)).toEqual(dollars(0.1));
});

test.each([undefined, null, {}, [], { entries: 'x' }, { entries: [{ space_id: 'space' }] }])(
  'a ledger that cannot be read is none: %j',
  (stored) => {
    expect(ledgerOf(stored)).toBeNull();
  },
);

test('a ledger comes back as it was stored', () => {
  const ledger = reserved(emptyLedger, dollars(0.1), request());
  expect(ledgerOf(JSON.parse(JSON.stringify(ledger)))).toEqual(ledger);
});

test('with money enough an answer may be as long as is lent, and the question fills the window', () => {
  expect(tokenBudgetFor(dollars(10), terms(price), 4_096)).toEqual({ input: 123_904, output: 4_096 });
  expect(tokenBudgetFor(dollars(10), terms(price, { longest: 1_000 }), 4_096)?.output).toBe(1_000);
});

test('with little money both are cut, the answer not below five hundred tokens', () => {
  expect(tokenBudgetFor(dollars(0.02), terms(price), 4_096)).toEqual({ input: 5_000, output: 1_000 });
  expect(tokenBudgetFor(dollars(0.006), terms(price), 4_096)).toEqual({
    input: 500,
    output: minAnswerTokens,
  });
  expect(tokenBudgetFor(dollars(0.005), terms(price), 4_096)).toBeNull();
});

test('an answer to a short question may be longer', () => {
  expect(termsFor(dollars(0.02), terms(price), 4_096, 1_000)).toEqual({
    maxTokens: 1_800,
    reserved: dollars(0.02),
  });
});

test('a budget for fewer than five hundred tokens is refused', () => {
  expect(termsFor(dollars(0.02), terms(price), 4_096, 7_501)).toBeNull();
  expect(termsFor(dollars(9), terms(price), 4_096, 127_501)).toBeNull();
});

test('a long question is paid at its higher price', () => {
  const steep = terms(price, { priceAt: (input) => (input > 10_000 ? { input: 4, output: 20 } : price) });
  expect(tokenBudgetFor(dollars(0.1), steep, 1_000)).toEqual({ input: 20_000, output: 1_000 });
});

test('where no price is known, tokens are lent', () => {
  const left = { usd: 0, tokens: 5_000 };
  expect(tokenBudgetFor(left, terms(null), 1_000)).toEqual({ input: 4_000, output: 1_000 });
  expect(termsFor(left, terms(null), 1_000, 4_200)).toEqual({
    maxTokens: 800,
    reserved: { usd: 0, tokens: 5_000 },
  });
});

test('a free model is bounded by its window alone', () => {
  const free = { input: 0, output: 0 };
  expect(tokenBudgetFor(dollars(0), terms(free, { window: 10_000 }), 4_096)).toEqual({
    input: 5_904,
    output: 4_096,
  });
});

test('a text is at most as many tokens as it has bytes', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 50 }), (text) => {
      expect(maxTokensOf(text)).toBeGreaterThanOrEqual(new TextEncoder().encode(text).length);
    }),
  );
});

/** Little enough that every limit is met. */
const own: Lend = { ...lend, per_day: { usd: 0.25, tokens: 45_000 }, per_person_per_hour: 3 };
const prices: (TokenPrice | null)[] = [price, { input: 0.1, output: 0.4 }, { input: 15, output: 75 }, null];
/** How much of what it might use something does use. */
const share = fc.constantFrom(0, 0.5, 0.9, 1, 1, 1);
interface Ask {
  turn: number;
  epoch: number;
  space: number;
  asker: number;
  price: TokenPrice | null;
  isDearWhenLong: boolean;
  input: number;
  output: number;
}
const asked: fc.Arbitrary<Ask> = fc.record({
  turn: fc.nat(8),
  epoch: fc.integer({ min: 1, max: 3 }),
  space: fc.nat(1),
  asker: fc.nat(1),
  price: fc.constantFrom(...prices),
  isDearWhenLong: fc.boolean(),
  input: share,
  output: share,
});
const steps = fc.array(
  fc.oneof<fc.MaybeWeightedArbitrary<Partial<Step>>[]>(
    { weight: 10, arbitrary: fc.record({ ask: asked }) },
    { weight: 10, arbitrary: fc.record({ send: fc.nat(3) }) },
    {
      weight: 4,
      arbitrary: fc.record({ settle: fc.nat(20), reported: fc.constantFrom(null, 0, 0.01, 0.5) }),
    },
    { weight: 1, arbitrary: fc.constant({ crash: true }) },
    { weight: 1, arbitrary: fc.record({ hours: fc.constantFrom(0.5, 1, 2, 11) }) },
  ),
  { minLength: 80, maxLength: 120 },
);

interface Step {
  ask: Ask;
  /** Which of the turns that were considered, which of the calls that were sent. */
  send: number;
  settle: number;
  /** A price that a host reports in the answer, whatever the lender's browser knows of it. */
  reported: number | null;
  crash: boolean;
  hours: number;
}
interface Call {
  one: LendRequest;
  at: number;
  /** What it really costs, at the price of its moment. */
  cost: Amount;
}

/** What a lender's browser sends in the course of these steps. */
function sentIn(sequence: readonly Partial<Step>[]): Call[] {
  let ledger = emptyLedger;
  let now = noon;
  let considered: { one: LendRequest; reserved: Amount; cost: Amount }[] = [];
  const calls: Call[] = [];
  for (const step of sequence) {
    if (step.ask) {
      const one = request({
        turn_id: `turn ${step.ask.turn}`,
        space_id: `space ${step.ask.space}`,
        epoch: step.ask.epoch,
        asker: { user_id: `asker ${step.ask.asker}`, role: 'member', is_friend: true },
      });
      considered.push(...termsOf(one, ledger, step.ask, now));
    } else if (step.send !== undefined) {
      const [next] = considered.splice(step.send, 1);
      const after = next && reserve(own, ledger, next.one, next.reserved, now);
      if (after) calls.push({ one: next.one, at: now, cost: next.cost });
      ledger = after ?? ledger;
    } else if (step.settle !== undefined) {
      const call = calls[step.settle];
      if (call) ledger = settle(ledger, call.one, reportedCost(call.cost, step.reported ?? null));
    } else if (step.hours) now += step.hours * hour;
    else {
      considered = [];
      ledger = ledgerOf(JSON.parse(JSON.stringify(ledger))) as Ledger;
    }
  }
  return calls;
}

const reportedCost = ({ usd, tokens }: Amount, reported: number | null) =>
  tokens > 0 ? { usd: reported, tokens } : { usd, tokens: 1_000 };

function termsOf(one: LendRequest, ledger: Ledger, ask: Ask, now: number) {
  const result = authorizeTurn(own, ledger, one, now);
  if ('declined' in result) return [];
  const dear = ask.price && { input: ask.price.input * 2, output: ask.price.output * 2 };
  const priceAt = (input: number) => (ask.isDearWhenLong && input > 4_000 ? dear : ask.price);
  const model = terms(ask.price, { priceAt });
  const budget = tokenBudgetFor(result.left, model, own.longest);
  const input = budget && Math.max(1, Math.round(budget.input * ask.input));
  const limit = input && termsFor(result.left, model, own.longest, input);
  if (!limit) return [];
  const cost = amountOf(priceAt(input), input, Math.round(limit.maxTokens * ask.output));
  return [{ one, reserved: limit.reserved, cost }];
}

/** The sums of what calls cost that have something in common. */
function costsBy(calls: readonly Call[], key: (call: Call) => string): Amount[] {
  const groups = Object.values(Object.groupBy(calls, key));
  return groups.map((group = []) => ({
    usd: group.reduce((sum, { cost }) => sum + cost.usd, 0),
    tokens: group.reduce((sum, { cost }) => sum + cost.tokens, 0),
  }));
}

// What is divided and summed up in another order may differ in the last digit.
const isWithinAll = (sums: Amount[], limit: Amount) =>
  sums.every(({ usd, tokens }) => usd <= limit.usd + 1e-9 && tokens <= limit.tokens);

test('whatever is asked, reported and lost, no limit of a turn, a day or an hour is passed', () => {
  fc.assert(
    fc.property(steps, (sequence) => {
      const calls = sentIn(sequence);
      const byTurn = costsBy(calls, ({ one }) => `${one.space_id} ${one.turn_id}`);
      const byDay = costsBy(calls, ({ one, at }) => `${one.space_id} ${Math.floor(at / (24 * hour))}`);
      expect(isWithinAll(byTurn, own.per_turn)).toBe(true);
      expect(isWithinAll(byDay, own.per_day)).toBe(true);
      const epochs = calls.map(({ one }) => `${one.space_id} ${one.turn_id} ${one.epoch}`);
      expect(new Set(epochs).size).toBe(epochs.length);
      for (const { one, at } of calls) {
        const turns = calls
          .filter(
            (call) => call.one.space_id === one.space_id && call.one.asker.user_id === one.asker.user_id,
          )
          .filter((call) => call.at > at - hour && call.at <= at)
          .map((call) => call.one.turn_id);
        expect(new Set(turns).size).toBeLessThanOrEqual(own.per_person_per_hour);
      }
    }),
  );
});

test('who has used up the questions of an hour learns when the next one is free [TORCH-15]', () => {
  const two = { ...lend, per_person_per_hour: 2 };
  const minute = 60_000;
  const asked = (before: Ledger, turn_id: string, at: number, epoch = 1) =>
    reserve(two, before, request({ turn_id, epoch }), dollars(0.01), noon + at * minute) as Ledger;
  // One of them was tried twice.
  const once = asked(asked(emptyLedger, 'one', 0), 'one', 10, 2);
  const ledger = asked(once, 'two', 5);
  const next = (at: number) => authorizeTurn(two, ledger, request({ turn_id: 'three' }), noon + at * minute);
  expect(next(20)).toEqual({ declined: 'hour', retry_in: 45 * minute });
  expect(next(65)).toMatchObject({ models: lend.models });
  // A retry of the same question takes none of them.
  expect(authorizeTurn(two, ledger, request({ turn_id: 'two', epoch: 2 }), noon + 20 * minute)).toMatchObject(
    {
      models: lend.models,
    },
  );
});

test.each([
  ['it may be answered', {}, {}, 0, null],
  ['the time is over', { until: noon }, {}, 0, 'not-lent'],
  ['another model is wanted', {}, { wants: { provider: 'openai', model: 'other' } }, 0, 'other-model'],
  ['the day is used up', {}, {}, 200_000, 'used-up'],
  ['the question is longer than a turn pays for', {}, { estimate: leastFor(4_000_000) }, 0, 'too-long'],
  ['a turn pays for nothing', { per_turn: { usd: 0, tokens: 0 } }, {}, 0, 'no-room'],
] as const)(
  'why nobody was even asked is known to who asked: %s [TORCH-15]',
  (_, more, asked, tokens, why) => {
    const question = { wants: null, estimate: leastFor(40), ...asked };
    expect(whyNotAnswered({ ...lend, ...more }, { usd: 0, tokens }, question, noon)).toBe(why);
  },
);

test('the least that can be lent for a question pays for a short one in a space with a usual name [TORCH-15]', () => {
  const body = 'What could we eat on Saturday?';
  const space = {
    name: 'Kellers in Hamburg',
    ai_name: null,
    ai_instructions: null,
    nameOf: () => 'Clara Keller',
  };
  const question = { message_id: 'question', number: 1, kind: 'post', by_id: 'clara', body } as const;
  const row = { ...question, reply_to: null, is_off_record: false, deleted_at: null, files: [] };
  const counter = {
    tokensOf: maxTokensOf,
    fileTokensOf: () => 0,
    accepts: () => false,
    blocked: new Set(''),
  };
  const sent = context(space, [row], 'question', { ...counter, tokenBudget: 20_000 });
  expect(sent?.input).toBeLessThanOrEqual(leastTurn.input);
  expect(sent?.input).toBeGreaterThan(leastTurn.input - 200);
  const enough = { usd: 0, tokens: leastTurn.input + leastTurn.output };
  expect(tokenBudgetFor(enough, terms(null), 4_096)).toEqual(leastTurn);
  expect(tokenBudgetFor({ usd: 0, tokens: 1_700 }, terms(null), 4_096)).toEqual({
    input: 1_000,
    output: 700,
  });
  expect(tokenBudgetFor({ usd: 0, tokens: 4_000 }, terms(null), 4_096)).toEqual({
    input: 2_000,
    output: 2_000,
  });
  const least: Lend = { ...lend, per_turn: enough };
  const asked = (length: number) => ({ wants: null, estimate: leastFor(length) });
  expect(whyNotAnswered(least, { usd: 0, tokens: 0 }, asked(100), noon)).toBe(null);
  expect(whyNotAnswered(least, { usd: 0, tokens: 0 }, asked(1_000), noon)).toBe('too-long');
});

test('what is lent for one question answers it within its limits, and no other, also while that runs [LEND-04]', () => {
  const once: Lend = { ...lend, to: 'named', named: ['ada'], only_turn: 'turn' };
  expect(authorizeTurn(once, emptyLedger, request(), noon)).toHaveProperty('left');
  expect(authorizeTurn(once, emptyLedger, request({ turn_id: 'other' }), noon)).toEqual({
    declined: 'not-lent',
  });
  expect(authorizeTurn(once, emptyLedger, request({ isBlocked: true }), noon)).toEqual({
    declined: 'not-lent',
  });
  expect(authorizeTurn(once, emptyLedger, request({ asker: stranger }), noon)).toEqual({
    declined: 'not-allowed',
  });
  expect(authorizeTurn(once, emptyLedger, request({ isAutomatic: true }), noon)).toEqual({
    declined: 'not-lent',
  });
  const spent = reserved(emptyLedger, once.per_turn, request());
  const again = authorizeTurn(once, spent, request({ epoch: 2 }), noon);
  expect(again).toMatchObject({ left: { usd: 0, tokens: 0 } });
  const model = { provider: 'openai', model: 'gpt-6' };
  expect(mayGoOn(once, spent, request(), model)).toBe(true);
  expect(mayGoOn({ ...once, only_turn: 'other' }, spent, request(), model)).toBe(false);
});
