import type { SpaceVisibility } from '@polylogue/contract';
import {
  type Amount,
  amountOf,
  defaultLend,
  type LentTo,
  leastTurn,
  minAnswerTokens,
  type TokenPrice,
  unitOf,
} from '@polylogue/sync/turns';
import { counted, typedCount } from '../../../lib/text/counts.ts';
import { limitInWords } from '../models/amount-words.ts';
import type { OwnLend } from './lends.ts';

/** What a model costs right now; null where no price is known. */
export interface LendTerms {
  price: TokenPrice | null;
  /** Tokens of its longest answer, by default. */
  longest: number;
}

/** Groups that a key can be lent to. */
export type LentGroup = Exclude<LentTo, 'named'>;

export type LendUnit = keyof Amount;

/** What is filled in to lend. */
export interface LendForm {
  to: LentGroup;
  /** What the limits are in: tokens wherever no price is known. */
  unit: LendUnit;
  /** As they are typed. */
  perTurn: string;
  perDay: string;
  perPersonPerHour: string;
  /** Tokens of one answer. */
  longest: string;
  /** Hours; `closed`: until the page is closed; `same`: until the time that a running lend ends at anyway. */
  until: string;
  /** Also what nobody asked, where the AI answers every message. */
  everyMessage: boolean;
}

export const untilLabels: Readonly<Record<string, string>> = {
  closed: 'While this page is open',
  '1': 'For an hour',
  '8': 'For 8 hours',
  '24': 'For a day',
  '168': 'For a week, on this device',
};

export const unitLabels: Readonly<Record<LendUnit, string>> = { usd: 'US dollars', tokens: 'Tokens' };

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

export const connectionKey = ({
  provider,
  origin,
  model,
}: Record<'provider' | 'origin' | 'model', string>): string => `${provider} ${origin} ${model}`;

/** The least that a question with its answer can cost. */
const leastOf = (price: TokenPrice | null): Amount => amountOf(price, leastTurn.input, leastTurn.output);

/** Rounded up to what can be typed and is enough. */
function roundedUp(amount: number, unit: LendUnit): number {
  if (unit === 'tokens') return Math.ceil(amount);
  const parts = amount < 1 ? 10_000 : 100;
  return Math.ceil(amount * parts) / parts;
}

const usualUnit = ({ price }: LendTerms): LendUnit => (price ? 'usd' : 'tokens');

/** The usual limits, or more for a model whose answers cost more. */
export function usualAmounts(unit: LendUnit, { price }: LendTerms): Pick<LendForm, 'perTurn' | 'perDay'> {
  const least = leastOf(unit === 'usd' ? price : null)[unit];
  const of = (usual: number, answers: number) =>
    written(least <= usual ? usual : roundedUp(least * answers, unit), unit);
  return { perTurn: of(defaultLend.per_turn[unit], 2), perDay: of(defaultLend.per_day[unit], 20) };
}

export function defaultForm(visibility: SpaceVisibility, terms: LendTerms): LendForm {
  const unit = usualUnit(terms);
  return {
    to: usualGroup(visibility),
    unit,
    ...usualAmounts(unit, terms),
    perPersonPerHour: counted(defaultLend.per_person_per_hour),
    longest: counted(terms.longest),
    until: 'closed',
    everyMessage: false,
  };
}

/** What was chosen the last time, as far as it goes with a model. */
export const rememberedForm = (last: LendForm, terms: LendTerms): LendForm =>
  last.unit === 'tokens' || terms.price
    ? last
    : { ...last, unit: 'tokens', ...usualAmounts('tokens', terms), longest: counted(terms.longest) };

/** A running lend, to be changed. */
export function formOf({ lend }: OwnLend, terms: LendTerms): LendForm {
  const { to, per_turn, per_day, per_person_per_hour, longest, until, every_message } = lend;
  const unit = unitOf(lend);
  return rememberedForm(
    {
      to: to === 'named' ? 'hosts' : to,
      unit,
      perTurn: written(per_turn[unit], unit),
      perDay: written(per_day[unit], unit),
      perPersonPerHour: counted(per_person_per_hour),
      longest: counted(longest),
      until: until === null ? 'closed' : 'same',
      everyMessage: every_message === true,
    },
    terms,
  );
}

/** Many keyboards offer a decimal comma and no point. Before three digits it may separate thousands: then it is refused. */
const dollarsIn = (typed: string): number => Number(typed.replace(/^(\d*),(\d{1,2})$/, '$1.$2'));

/** A limit as it was typed. */
export const amountIn = (typed: string, unit: LendUnit): number =>
  unit === 'usd' ? dollarsIn(typed) : typedCount(typed);

/** As it is typed. */
const written = (amount: number, unit: LendUnit) => (unit === 'usd' ? String(amount) : counted(amount));

/** What an answer is to be paid with: a model at its price, and what is used of the day already. */
export interface LendCosts {
  model: string;
  price: TokenPrice | null;
  spent: Amount;
}

/** What is wrong with what is typed, by field; empty: nothing. */
export function errorsIn(form: LendForm, costs: LendCosts): Partial<Record<keyof LendForm, string>> {
  const hour = typedCount(form.perPersonPerHour);
  return {
    ...amountErrors(form, costs),
    ...(!(Number.isInteger(hour) && hour >= 1 && hour <= 1_000) && {
      perPersonPerHour: 'Enter a whole number from 1 to 1,000',
    }),
    ...(!isLength(typedCount(form.longest)) && { longest: 'Enter a whole number from 500 to 1,000,000' }),
  };
}

/** There is no part of a token: what others are shown of a lend would be refused. */
const isAmount = (amount: number, unit: LendUnit) =>
  amount > 0 && amount <= 1_000_000 && (unit === 'usd' || Number.isInteger(amount));

/** A limit that pays for no answer is refused with what one takes. */
function amountErrors(
  { unit, perTurn, perDay }: LendForm,
  { model, price, spent }: LendCosts,
): Partial<Record<'perTurn' | 'perDay', string>> {
  const [turn, day] = [amountIn(perTurn, unit), amountIn(perDay, unit)];
  const least = leastOf(unit === 'usd' ? price : null)[unit];
  const used = spent[unit];
  const words = (amount: number) => limitInWords(roundedUp(amount, unit), unit);
  const outOfRange =
    unit === 'usd'
      ? 'Enter an amount above 0, at most 1,000,000'
      : 'Enter a whole number from 1 to 1,000,000';
  const errors: ReturnType<typeof amountErrors> = {};
  if (!isAmount(turn, unit)) errors.perTurn = outOfRange;
  else if (turn < least) errors.perTurn = `One answer of ${model} takes at least ${words(least)}`;
  if (!isAmount(day, unit)) errors.perDay = outOfRange;
  else if (day < least + used)
    errors.perDay =
      used > 0
        ? `${words(used)} is used today already, so one more answer takes at least ${words(least + used)} a day`
        : `One answer of ${model} takes at least ${words(least)}`;
  else if (isAmount(turn, unit) && day < turn)
    errors.perDay = 'The daily limit must allow at least one question';
  return errors;
}

const isLength = (tokens: number) =>
  Number.isInteger(tokens) && tokens >= minAnswerTokens && tokens <= 1_000_000;
