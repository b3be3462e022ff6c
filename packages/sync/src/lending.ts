import { hasPaid, hourFreeIn, type Ledger, spentFor, spentToday, withEntry } from './lend-ledger.ts';
import {
  type Amount,
  type Asker,
  amountOf,
  differenceOf,
  isLentFor,
  isLentTo,
  isWithin,
  type Lend,
  type LentModel,
  leastFor,
  leastTurn,
  leftOf,
  nothing,
  type TokenPrice,
  unitOf,
  whyNotAnswered,
} from './lent.ts';
import type { TurnDecline } from './turn.ts';

/** Where the budget pays for a shorter answer only, none is requested. */
export const minAnswerTokens = 500;

/** A turn as a lender's browser knows it on its own, not only from the server. */
export interface LendRequest {
  space_id: string;
  turn_id: string;
  epoch: number;
  asker: Asker;
  /** Between the asker and the lender. */
  isBlocked: boolean;
  /** Null: any model will do. */
  wants: { provider: string; model: string } | null;
  /** The lender asked it, on another device: it has limits of its own in this space. */
  isOwn: boolean;
  /** Nobody asked it: the AI answers every message there. */
  isAutomatic: boolean;
}

/** What is known of a model at this moment. */
export interface ModelTerms {
  /** By tokens of the question: some prices are higher for a long one. Null: no price is known. */
  priceAt(input: number): TokenPrice | null;
  /** Tokens of question and answer together. */
  window: number;
  /** Tokens of the longest answer; null: no limit is known. */
  longest: number | null;
}

/** Tokens that fit the model and the money left. */
export interface TokenBudget {
  /** Of the question, counted at an upper bound. */
  input: number;
  output: number;
}

/**
 * Whether a turn is answered with what this lender lends to its space: with which models, and what it may cost at most.
 * @param lend null: nothing is lent there @param now milliseconds since 1970
 */
export function authorizeTurn(
  lend: Lend | null,
  ledger: Ledger,
  request: LendRequest,
  now: number,
): { models: LentModel[]; left: Amount } | { declined: TurnDecline; retry_in?: number } {
  const { asker, wants, isBlocked, isAutomatic, turn_id } = request;
  // Of a block nobody learns: it is as if nothing were lent.
  if (!lend || isBlocked || (lend.until !== null && now >= lend.until)) return { declined: 'not-lent' };
  if (!isLentFor(lend, isAutomatic, turn_id)) return { declined: 'not-lent' };
  const models = lend.models.filter(
    ({ provider, model }) => !wants || (wants.provider === provider && wants.model === model),
  );
  if (!isLentTo(lend, asker)) return { declined: 'not-allowed' };
  if (models.length === 0) return { declined: 'other-model' };
  if (hasPaid(ledger, request)) return { declined: 'busy' };
  const retry_in = hourUsedUpFor(lend, ledger, request, now);
  if (retry_in > 0) return { declined: 'hour', retry_in };
  return { models, left: leftFor(lend, ledger, request, now) };
}

/**
 * Whether a turn that is being answered may go on after its lend was changed: with this model, for who asked it, and with
 * what is reserved for it.
 */
export function mayGoOn(
  lend: Lend,
  ledger: Ledger,
  request: LendRequest,
  { provider, model }: Pick<LentModel, 'provider' | 'model'>,
): boolean {
  const isLent = lend.models.some((one) => one.provider === provider && one.model === model);
  if (!isLent || !isLentTo(lend, request.asker)) return false;
  if (!isLentFor(lend, request.isAutomatic, request.turn_id)) return false;
  const reserved = ledger.entries.find((entry) => isSameEpoch(entry, request));
  if (!reserved) return false;
  const unit = unitOf(lend);
  const today = spentToday(ledger, scopeOf(request), reserved.at)[unit];
  return isWithin(spentFor(ledger, request), lend.per_turn) && today <= lend.per_day[unit];
}

const isSameEpoch = (
  one: Omit<LendRequest, 'asker' | 'isBlocked' | 'wants' | 'isOwn' | 'isAutomatic'>,
  other: LendRequest,
) => one.space_id === other.space_id && one.turn_id === other.turn_id && one.epoch === other.epoch;

/** What its limit of the day counts: everything in the space, or what its lender asked on other devices. */
const scopeOf = ({ space_id, asker, isOwn }: LendRequest) => ({
  space_id,
  ...(isOwn && { asked_by: asker.user_id }),
});

/** For how many milliseconds the asker's questions of this hour are used up; 0: they are not. */
function hourUsedUpFor(lend: Lend, ledger: Ledger, request: LendRequest, now: number): number {
  const { space_id, asker } = request;
  const scope = { space_id, asked_by: asker.user_id };
  return hourFreeIn(ledger, request, scope, lend.per_person_per_hour, now);
}

function leftFor(lend: Lend, ledger: Ledger, request: LendRequest, now: number): Amount {
  const today = spentToday(ledger, scopeOf(request), now);
  return leftOf(lend, { turn: spentFor(ledger, request), today });
}

/**
 * Why a question of so many characters that was offered is not paid for; null: neither the limits nor what is used of them
 * is the reason.
 */
export function whyNotPaid(
  lend: Lend,
  ledger: Ledger,
  request: LendRequest,
  length: number,
  now: number,
): TurnDecline | null {
  const asked = { wants: request.wants, estimate: leastFor(length) };
  const why = whyNotAnswered(lend, spentToday(ledger, scopeOf(request), now), asked, now);
  // An answer that was begun here and broke off may have used what one question may.
  return why ?? (isWithin(spentFor(ledger, request), nothing) ? null : 'no-room');
}

/**
 * How long question and answer may be together, for what is left. An answer gets up to half of it, no more than a short
 * question leaves, at least `minAnswerTokens` and at most what is wanted; the question gets the rest. Null: less than that
 * is left.
 * @param longest tokens that the lender allows for an answer
 */
export function tokenBudgetFor(left: Amount, terms: ModelTerms, longest: number): TokenBudget | null {
  const price = terms.priceAt(0);
  const room = budgetAt(left, terms, longest, price);
  if (!room) return null;
  const longPrice = terms.priceAt(room.input);
  return isSame(price, longPrice) ? room : budgetAt(left, terms, longest, longPrice);
}

const isSame = (one: TokenPrice | null, other: TokenPrice | null) =>
  one?.input === other?.input && one?.output === other?.output;

function budgetAt(
  left: Amount,
  terms: ModelTerms,
  longest: number,
  price: TokenPrice | null,
): TokenBudget | null {
  const wanted = Math.min(longest, terms.longest ?? longest);
  const besideQuestion = differenceOf(left, amountOf(price, leastTurn.input, 0));
  const half = Math.min(
    most(left, price, 'output') / 2,
    most(besideQuestion, price, 'output'),
    terms.window / 2,
  );
  const output = Math.floor(Math.min(wanted, Math.max(minAnswerTokens, half)));
  const rest = differenceOf(left, amountOf(price, 0, output));
  const input = Math.floor(Math.min(most(rest, price, 'input'), terms.window - output));
  return output < minAnswerTokens || input <= 0 ? null : { input, output };
}

/** How many tokens of one kind an amount pays for. */
function most(amount: Amount, price: TokenPrice | null, kind: keyof TokenPrice): number {
  if (price === null) return amount.tokens;
  return price[kind] === 0 ? Number.POSITIVE_INFINITY : (amount.usd * 1_000_000) / price[kind];
}

/** How long the answer to a finished question may be, and the highest that both can cost; null: too little is left. */
export function termsFor(
  left: Amount,
  terms: ModelTerms,
  longest: number,
  input: number,
): { maxTokens: number; reserved: Amount } | null {
  const price = terms.priceAt(input);
  const rest = differenceOf(left, amountOf(price, input, 0));
  const wanted = Math.min(longest, terms.longest ?? longest, terms.window - input);
  let maxTokens = Math.floor(Math.min(wanted, most(rest, price, 'output')));
  // Rounding can put it slightly above.
  if (!isWithin(amountOf(price, input, maxTokens), left)) maxTokens -= 1;
  const reserved = amountOf(price, input, maxTokens);
  return maxTokens >= minAnswerTokens && isWithin(reserved, left) ? { maxTokens, reserved } : null;
}

/**
 * The ledger with the highest cost of an answer in it, to be stored before anything is sent; null: meanwhile too little
 * is left, or this epoch is paid for already.
 */
export function reserve(
  lend: Lend,
  ledger: Ledger,
  request: LendRequest,
  reserved: Amount,
  now: number,
): Ledger | null {
  if (hasPaid(ledger, request) || hourUsedUpFor(lend, ledger, request, now) > 0) return null;
  if (!isWithin(reserved, leftFor(lend, ledger, request, now))) return null;
  const { space_id, turn_id, epoch, asker } = request;
  const entry = { space_id, turn_id, epoch, asked_by: asker.user_id, at: now, reserved, settled: null };
  return withEntry(ledger, entry);
}

/** An upper bound of a text's tokens for any tokenizer: its bytes. */
export function maxTokensOf(text: string): number {
  let bytes = 0;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    bytes += unit < 0x80 ? 1 : unit < 0x800 ? 2 : 3;
  }
  return bytes;
}
