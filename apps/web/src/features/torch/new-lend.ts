import type { SpaceVisibility } from '@polylogue/contract';
import { defaultLend, type Lend, type LentTo, minAnswerTokens, type TokenPrice } from '@polylogue/sync/turns';
import type { SavedProvider } from '../keys/index.ts';
import type { OwnLend } from './lends.ts';

/** Groups that a key can be lent to. */
export type LentGroup = Exclude<LentTo, 'named'>;

/** What is filled in to lend. */
export interface LendForm {
  to: LentGroup;
  /** Dollars, or tokens where no price is known; as they are typed. */
  perTurn: string;
  perDay: string;
  perPersonPerHour: string;
  /** Tokens of one answer. */
  longest: string;
  /** Hours; `closed`: until the page is closed. */
  until: string;
}

export const untilLabels: Readonly<Record<string, string>> = {
  closed: 'Until I close this page',
  '1': 'For an hour',
  '8': 'For 8 hours',
  '24': 'For a day',
  '168': 'For a week, on this device',
};

/** What a browser answers of what its own person asks on other devices. */
export const forSelf = (own: OwnLend, me: string): OwnLend => ({
  ...own,
  lend: { ...own.lend, to: 'named', named: [me] },
});

/** @param askers names of those whose questions it is lent on: they may ask as well, whoever else may */
export function lentToLabels(askers: readonly string[]): Readonly<Record<LentGroup, string>> {
  const and = (group: string) => new Intl.ListFormat('en').format([group, ...askers]);
  return {
    friends: and('My friends in this space'),
    members: 'Everyone who can post here',
    hosts: askers.length > 0 ? and('Hosts') : 'Hosts only',
  };
}

/** Who that is, where the words of the choice do not say it. */
export function lentToNote(to: LentGroup, visibility: SpaceVisibility): string {
  if (to !== 'members') return 'Questions of anyone else wait for another key.';
  return {
    invited: 'Also those who are invited later.',
    link: 'Also those who join with the link later.',
    public: 'This space is public: anyone can join it and ask.',
  }[visibility];
}

/** In public spaces a stranger can come at any time, and friends may ask; in others, everyone who was let in. */
const usualGroup = (visibility: SpaceVisibility): LentGroup =>
  visibility === 'public' ? 'friends' : 'members';

export const connectionKey = ({ provider, origin, model }: SavedProvider) => `${provider} ${origin} ${model}`;

export function defaultForm(
  visibility: SpaceVisibility,
  isPriced: boolean,
  longest = defaultLend.longest,
): LendForm {
  const { per_turn, per_day, per_person_per_hour } = defaultLend;
  return {
    to: usualGroup(visibility),
    perTurn: String(isPriced ? per_turn.usd : per_turn.tokens),
    perDay: String(isPriced ? per_day.usd : per_day.tokens),
    perPersonPerHour: String(per_person_per_hour),
    longest: String(longest),
    until: 'closed',
  };
}

/** Many keyboards offer a decimal comma and no point. Before three digits it may separate thousands: then it is refused. */
const numberIn = (typed: string): number => Number(typed.replace(/^(\d*),(\d{1,2})$/, '$1.$2'));

/** What is wrong with what is typed, by field; empty: nothing. */
export function errorsIn({
  perTurn,
  perDay,
  perPersonPerHour,
  longest,
}: LendForm): Partial<Record<keyof LendForm, string>> {
  const [turn, day, hour] = [perTurn, perDay, perPersonPerHour].map(numberIn);
  const isAmount = (amount: number | undefined) => amount !== undefined && amount > 0 && amount <= 1_000_000;
  return {
    ...(!isAmount(turn) && { perTurn: 'Enter an amount above 0, at most 1,000,000' }),
    ...(!isAmount(day) && { perDay: 'Enter an amount above 0, at most 1,000,000' }),
    ...(isAmount(turn) &&
      isAmount(day) &&
      Number(day) < Number(turn) && { perDay: 'The daily limit must allow at least one question' }),
    ...(!(Number.isInteger(hour) && Number(hour) >= 1 && Number(hour) <= 1_000) && {
      perPersonPerHour: 'Enter a whole number from 1 to 1,000',
    }),
    ...(!isLength(Number(longest)) && { longest: 'Enter a whole number from 500 to 1,000,000' }),
  };
}

const isLength = (tokens: number) =>
  Number.isInteger(tokens) && tokens >= minAnswerTokens && tokens <= 1_000_000;

/** How many people are named at most. */
const mostNamed = 50;

/**
 * @param now milliseconds since 1970
 * @param named ids of those who asked the questions that it is lent on
 */
export function newLend(
  form: LendForm,
  space: { space_id: string; name: string },
  { provider, model, origin }: SavedProvider,
  price: TokenPrice | null,
  now: number,
  named: readonly string[] = [],
): OwnLend {
  const amount = (typed: string) =>
    price ? { usd: numberIn(typed), tokens: 0 } : { usd: 0, tokens: numberIn(typed) };
  const lend: Lend = {
    ...defaultLend,
    models: [{ provider, model, price }],
    to: form.to,
    named: named.slice(-mostNamed),
    per_turn: amount(form.perTurn),
    per_day: amount(form.perDay),
    per_person_per_hour: numberIn(form.perPersonPerHour),
    longest: numberIn(form.longest),
    until: form.until === 'closed' ? null : now + Number(form.until) * 3_600_000,
  };
  return { space_id: space.space_id, space_name: space.name, lend, origins: [origin], lent_at: now };
}
