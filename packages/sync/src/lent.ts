import type { SpaceRole } from './space-rights.ts';
import type { TurnDecline } from './turn.ts';

/** US dollars per million tokens. */
export interface TokenPrice {
  input: number;
  output: number;
}

/** An amount in US dollars, or in tokens of question and answer together where no price is known. */
export interface Amount {
  usd: number;
  tokens: number;
}

/** A model that is lent, with what it costs; null where that is not known. */
export interface LentModel {
  provider: string;
  model: string;
  price: TokenPrice | null;
}

/** Who may use a lent torch. */
export type LentTo = 'friends' | 'members' | 'hosts' | 'named';

/** What a member lends to a space, as they have set it and as everyone there may see it. */
export interface Lend {
  models: LentModel[];
  per_turn: Amount;
  per_day: Amount;
  /** Tokens of one answer. */
  longest: number;
  to: LentTo;
  /** Ids of people who may use it besides: whose questions it was lent on. Where `to` is `named`, only they may. */
  named: string[];
  /** Turns of one person within an hour. */
  per_person_per_hour: number;
  /** Milliseconds since 1970; null: until the page is closed. */
  until: number | null;
  /** Also what is posted where the AI answers every message, without anyone asking it; missing: questions alone. */
  every_message?: boolean | undefined;
  /** The one turn that it is for; missing: any. */
  only_turn?: string | undefined;
}

/** The usual limits, until the page is closed. */
export const defaultLend: Omit<Lend, 'models'> = {
  per_turn: { usd: 0.1, tokens: 20_000 },
  per_day: { usd: 1, tokens: 200_000 },
  longest: 4_096,
  to: 'friends',
  named: [],
  per_person_per_hour: 10,
  until: null,
};

/** The person who asks. */
export interface Asker {
  user_id: string;
  role: SpaceRole;
  is_friend: boolean;
  /** Nobody asked, and it is the lender who wrote: what they lend for every message is for theirs as well. */
  is_lender?: boolean;
}

/**
 * Whether a turn may be answered: one that nobody asked for is only with what was lent for every message, and what is lent
 * for one turn answers no other.
 * @param turnId missing: it is not asked yet
 */
export const isLentFor = (
  { every_message, only_turn }: Pick<Lend, 'every_message' | 'only_turn'>,
  isAutomatic: boolean,
  turnId?: string,
): boolean => (!isAutomatic || every_message === true) && (only_turn === undefined || only_turn === turnId);

/** Whether this person is one of those to whom something is lent. */
export function isLentTo({ to, named }: Pick<Lend, 'to' | 'named'>, asker: Asker): boolean {
  if (asker.is_lender || named.includes(asker.user_id)) return true;
  switch (to) {
    case 'members':
      return asker.role !== 'listener';
    case 'hosts':
      return asker.role === 'owner' || asker.role === 'host';
    case 'friends':
      return asker.is_friend;
    case 'named':
      return false;
  }
}

/** The cost of so many tokens: in dollars, or in tokens where the price is not known. */
export function amountOf(price: TokenPrice | null, input: number, output: number): Amount {
  if (price === null) return { usd: 0, tokens: input + output };
  return { usd: (input * price.input + output * price.output) / 1_000_000, tokens: 0 };
}

export const sumOf = (one: Amount, other: Amount): Amount => ({
  usd: one.usd + other.usd,
  tokens: one.tokens + other.tokens,
});

export const differenceOf = (one: Amount, other: Amount): Amount => ({
  usd: one.usd - other.usd,
  tokens: one.tokens - other.tokens,
});

const lesserOf = (one: Amount, other: Amount): Amount => ({
  usd: Math.min(one.usd, other.usd),
  tokens: Math.min(one.tokens, other.tokens),
});

export const nothing: Amount = { usd: 0, tokens: 0 };

/** What was spent in the other unit, before a lend was changed, leaves nothing of it, and takes nothing from this one. */
const atLeastNothing = ({ usd, tokens }: Amount): Amount => ({
  usd: Math.max(0, usd),
  tokens: Math.max(0, tokens),
});

/** How much may still be spent on a turn, within its own limit and that of the day. */
export const leftOf = (
  { per_turn, per_day }: Pick<Lend, 'per_turn' | 'per_day'>,
  { turn = nothing, today }: { turn?: Amount; today: Amount },
): Amount => atLeastNothing(lesserOf(differenceOf(per_turn, turn), differenceOf(per_day, today)));

/** What the limits of a lend are in. */
export const unitOf = ({ per_day }: Pick<Lend, 'per_day'>): keyof Amount =>
  per_day.usd > 0 ? 'usd' : 'tokens';

/**
 * Tokens of a short question with what is sent around it, counted in bytes as whoever lends counts them, and of the shortest
 * answer worth asking for.
 */
export const leastTurn = { input: 1_000, output: 500 } as const;

/** Whether what is left of a lend pays for so many tokens. */
export const paysFor = (
  lend: Pick<Lend, 'per_turn' | 'per_day'>,
  price: TokenPrice | null,
  today: Amount,
  { input, output }: { input: number; output: number },
): boolean => isWithin(amountOf(price, input, output), leftOf(lend, { today }));

/** Whether nothing of a lend is left today: it does not pay for the shortest question and answer, so none is offered to it. */
export const isUsedUp = (lend: Lend, today: Amount): boolean =>
  lend.models.every(({ price }) => !paysFor(lend, price, today, leastTurn));

/** Tokens of what is sent around a question, in a space with a short name. */
const aroundQuestion = 850;

/** About the fewest tokens that a question of so many characters is counted with, and its answer. */
export const leastFor = (length: number): TokensOfTurn => ({
  ...leastTurn,
  input: Math.max(leastTurn.input, aroundQuestion + length),
});

export interface TokensOfTurn {
  input: number;
  output: number;
}

/** Why what is lent to a person does not answer their question, as far as others know it; null: it may. */
export function whyNotAnswered(
  lend: Lend,
  spent_today: Amount,
  { wants, estimate }: { wants: { provider: string; model: string } | null; estimate: TokensOfTurn },
  now: number,
): TurnDecline | null {
  if (lend.until !== null && now >= lend.until) return 'not-lent';
  const models = lend.models.filter(
    ({ provider, model }) => !wants || (wants.provider === provider && wants.model === model),
  );
  if (models.length === 0) return 'other-model';
  const pays = (today: Amount, tokens: TokensOfTurn) =>
    models.some(({ price }) => paysFor(lend, price, today, tokens));
  if (pays(spent_today, estimate)) return null;
  if (pays(nothing, estimate)) return 'used-up';
  return pays(nothing, leastTurn) ? 'too-long' : 'no-room';
}

/** Whether an amount stays within a limit. */
export const isWithin = (amount: Amount, limit: Amount): boolean =>
  amount.usd <= limit.usd && amount.tokens <= limit.tokens;
