import { fieldValue, type StampedFields } from '@polylogue/sync';
import { moneyInWords } from '../../../lib/text/money.ts';

/** How much answers may cost in a calendar month, in millionths of a US dollar. */
export interface Budget {
  micros: number;
  /** Nothing is asked once it is used up; otherwise there is a warning. */
  stops: boolean;
}

interface KnownStatus {
  budget: Budget;
  /** What the month has cost so far, as far as its prices are known. */
  spent: number;
}

/** `spent` is null until the month has been added up. */
export type BudgetStatus = KnownStatus | { budget: Budget; spent: null };

/** There is one budget: all devices write the same record. */
export const budgetId = '00000000-0000-8000-8000-000000000001';

interface BudgetRecord {
  kind: string;
  record_id: string;
  fields: StampedFields;
}

/** The budget among the records; null: there is none. */
export function budgetIn(records: readonly BudgetRecord[] | null): Budget | null {
  const record = records?.find((one) => one.kind === 'budget' && one.record_id === budgetId);
  const micros = record && fieldValue(record.fields, 'monthly_usd_micros');
  if (!record || typeof micros !== 'number' || micros <= 0) return null;
  return { micros, stops: fieldValue(record.fields, 'stops') === true };
}

/** From 80 % on. */
export const isNearlyUsedUp = (status: BudgetStatus): status is KnownStatus =>
  status.spent !== null && status.spent * 5 >= status.budget.micros * 4;

export const isBudgetUsedUp = ({ budget, spent }: BudgetStatus): boolean =>
  spent !== null && spent >= budget.micros;

/** What is left to say of it: `$8.04 of $10.00`. */
export const budgetWords = ({ budget, spent }: KnownStatus, locale?: string): string =>
  `${moneyInWords(spent / 1_000_000, false, locale)} of ${moneyInWords(budget.micros / 1_000_000, false, locale)}`;

/** What is said of it from 80 % on; null: nothing yet. */
export const budgetWarning = (status: BudgetStatus): string | null =>
  isNearlyUsedUp(status)
    ? `Your budget for this month is ${isBudgetUsedUp(status) ? '' : 'nearly '}used up: ${budgetWords(status)}`
    : null;
