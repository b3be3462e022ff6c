import type { UsageSum } from '@polylogue/contract';
import { by, spentMicros, total, type UsageTotals } from '../usage/sums/index.ts';
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

/** What the lines are called; undefined: it is not there any more. Null: not all of them have come yet. */
export interface CostNames {
  /** Of a month: its first day. */
  month(day: number): string;
  day(day: number): string;
  provider(provider: string, host: string): string;
  model(provider: string, model: string): string;
  conversation: ((id: string) => Named | undefined) | null;
  /** The folder a conversation is in now; undefined: it is in none. */
  folderOf: ((conversationId: string) => { id: string; name: string } | undefined) | null;
  space: ((id: string) => Named | undefined) | null;
}

/**
 * The lines of the table, those that cost most first; months and days newest first. Null: what is not there any more
 * cannot be told yet from what has not come.
 */
export function linesOf(usage: UsageTotals, dimension: Dimension, names: CostNames): Line[] | null {
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
      return names.conversation && places(usage, false, names.conversation, 'Deleted conversations');
    case 'folder':
      return names.folderOf && byFolder(usage, names.folderOf);
    case 'space':
      return names.space && places(usage, true, names.space, 'Spaces you are no longer in');
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
  usage: UsageTotals,
  isSpace: boolean,
  named: (id: string) => Named | undefined,
  gone: string,
): Line[] {
  const meant = usage.conversations.filter(({ is_space }) => is_space === isSpace);
  const lines = meant.flatMap(({ conversation_id: id, is_space, ...sum }) => {
    const place = named(id);
    return place ? [{ key: id, ...place, sum }] : [];
  });
  const others = total(meant.filter(({ conversation_id: id }) => !named(id)));
  const unlisted = isSpace ? [] : unlistedOf(usage);
  return [
    ...lines.sort(byCost),
    ...(others.answers > 0 ? [{ key: 'gone', name: gone, sum: others }] : []),
    ...unlisted.map((sum) => ({ key: 'others', name: 'All others', sum })),
  ];
}

/** Conversations are where they are now; those that are gone, and what the account did not list, are in none. */
function byFolder(usage: UsageTotals, folderOf: NonNullable<CostNames['folderOf']>): Line[] {
  const listed = usage.conversations.filter(({ is_space }) => !is_space);
  const rows = [...listed, ...unlistedOf(usage).map((sum) => ({ ...sum, conversation_id: '' }))];
  // By id: there may be two of one name.
  const names = new Map<string, string>();
  const sums = by(rows, ({ conversation_id }) => {
    const { id, name } = folderOf(conversation_id) ?? { id: '', name: 'In no folder' };
    names.set(id, name);
    return id;
  });
  return [...sums].map(([key, sum]) => ({ key, name: names.get(key) ?? '', sum })).sort(byCost);
}

/** What is in no line of the account, which lists the conversations that cost most. */
function unlistedOf({ days, conversations }: UsageTotals): UsageSum[] {
  const unlisted = without(total(days), total(conversations));
  return unlisted.answers > 0 ? [unlisted] : [];
}

const without = (sum: UsageSum, other: UsageSum): UsageSum =>
  Object.fromEntries(
    Object.entries(sum).map(([name, value]) => [name, Math.max(0, value - other[name as keyof UsageSum])]),
  ) as unknown as UsageSum;
