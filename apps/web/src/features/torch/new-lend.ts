import { defaultLend, type Lend, type LentTo, minAnswerTokens, type TokenPrice } from '@polylogue/sync/turns';
import type { SavedProvider } from '../keys/index.ts';
import type { OwnLend } from './lends.ts';

/** What is filled in to lend. */
export interface LendForm {
  to: LentTo;
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

export const lentToLabels: Readonly<Record<Exclude<LentTo, 'named'>, string>> = {
  friends: 'My friends in this space',
  members: 'Everyone who can post here',
  hosts: 'Hosts only',
};

export const connectionKey = ({ provider, origin, model }: SavedProvider) => `${provider} ${origin} ${model}`;

export function defaultForm(isPriced: boolean, longest = defaultLend.longest): LendForm {
  const { per_turn, per_day, per_person_per_hour, to } = defaultLend;
  return {
    to,
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

/** @param now milliseconds since 1970 */
export function newLend(
  form: LendForm,
  space: { space_id: string; name: string },
  { provider, model, origin }: SavedProvider,
  price: TokenPrice | null,
  now: number,
): OwnLend {
  const amount = (typed: string) =>
    price ? { usd: numberIn(typed), tokens: 0 } : { usd: 0, tokens: numberIn(typed) };
  const lend: Lend = {
    ...defaultLend,
    models: [{ provider, model, price }],
    to: form.to,
    per_turn: amount(form.perTurn),
    per_day: amount(form.perDay),
    per_person_per_hour: numberIn(form.perPersonPerHour),
    longest: numberIn(form.longest),
    until: form.until === 'closed' ? null : now + Number(form.until) * 3_600_000,
  };
  return { space_id: space.space_id, space_name: space.name, lend, origins: [origin], lent_at: now };
}
