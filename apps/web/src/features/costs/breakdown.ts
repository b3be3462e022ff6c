import type { UsageSum } from '@polylogue/contract';
import { by, noUsage, spentMicros, total, type UsageTotals } from '../usage/sums/index.ts';
import { firstOfMonth } from './bars.ts';

/** By what costs are listed. */
export type Dimension = 'month' | 'day' | 'provider' | 'model' | 'conversation' | 'folder' | 'space';

/** One line of the table. */
export interface Line {
  key: string;
  name: string;
  /** Where it is. */
  href?: string;
  sum: UsageSum;
}

interface Named {
  name: string;
  href?: string;
}

/** What the lines are called; undefined: it is not there any more. */
export interface CostNames {
  /** Of a month: its first day. */
  month(day: number): string;
  day(day: number): string;
  provider(provider: string, host: string): string;
  model(provider: string, model: string): string;
  conversation(id: string): Named | undefined;
  /** Of the folder a conversation is in now; null: it is in none. */
  folderOf(conversationId: string): string | null;
  space(id: string): Named | undefined;
}

/** The lines of the table, those that cost most first; months and days newest first. */
export function linesOf(usage: UsageTotals, dimension: Dimension, names: CostNames): Line[] {
  const { days } = usage;
  switch (dimension) {
    case 'month':
      return inTime(usage, firstOfMonth, names.month);
    case 'day':
      return inTime(usage, (day) => day, names.day);
    case 'provider':
      return costliest(by(days, ({ provider, host }) => names.provider(provider, host)));
    case 'model':
      return costliest(by(days, ({ provider, model }) => names.model(provider, model)));
    case 'conversation':
      return places(usage, false, names.conversation, 'Deleted conversations');
    case 'folder':
      return byFolder(usage, names);
    case 'space':
      return places(usage, true, names.space, 'Spaces you are no longer in');
  }
}

function inTime(
  { days }: UsageTotals,
  first: (day: number) => number,
  nameOf: (day: number) => string,
): Line[] {
  const newest = [...days].sort((one, other) => other.day - one.day);
  const sums = by(newest, ({ day }) => String(first(day)));
  return [...sums].map(([key, sum]) => ({ key, name: nameOf(Number(key)), sum }));
}

const costliest = (sums: ReadonlyMap<string, UsageSum>): Line[] =>
  [...sums].map(([name, sum]) => ({ key: name, name, sum })).sort(byCost);

function byCost({ sum: one }: Line, { sum: other }: Line): number {
  return spentMicros(other) - spentMicros(one) || other.input + other.output - (one.input + one.output);
}

function places(
  { days, conversations }: UsageTotals,
  isSpace: boolean,
  named: (id: string) => Named | undefined,
  gone: string,
): Line[] {
  const meant = conversations.filter(({ is_space }) => is_space === isSpace);
  const lines = meant.flatMap(({ conversation_id: id, is_space, ...sum }) => {
    const place = named(id);
    return place ? [{ key: id, ...place, sum }] : [];
  });
  const others = total(meant.filter(({ conversation_id: id }) => !named(id)));
  const unlisted = isSpace ? noUsage : without(total(days), total(conversations));
  return [
    ...lines.sort(byCost),
    ...(others.answers > 0 ? [{ key: 'gone', name: gone, sum: others }] : []),
    // The account lists those that cost most.
    ...(unlisted.answers > 0 ? [{ key: 'others', name: 'All others', sum: unlisted }] : []),
  ];
}

/** Conversations are where they are now; those that are gone, and what the account did not list, are in none. */
function byFolder(usage: UsageTotals, names: CostNames): Line[] {
  const lines = places(usage, false, names.conversation, 'Deleted conversations');
  const rows = lines.map(({ key, sum }) => ({ ...sum, key }));
  const folder = ({ key }: { key: string }) => names.folderOf(key) ?? 'In no folder';
  return costliest(by(rows, folder));
}

const without = (sum: UsageSum, other: UsageSum): UsageSum =>
  Object.fromEntries(
    Object.entries(sum).map(([name, value]) => [name, Math.max(0, value - other[name as keyof UsageSum])]),
  ) as unknown as UsageSum;
