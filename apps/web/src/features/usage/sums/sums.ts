import type { UsageRecord, UsageSum } from '@polylogue/contract';

/** What one model used on one day. `day`: days since 1970, UTC. */
interface DayUsage extends UsageSum {
  day: number;
  provider: string;
  model: string;
  host: string;
}

/** What one conversation, or this person's answers in one space, used. */
interface PlaceUsage extends UsageSum {
  conversation_id: string;
  is_space: boolean;
}

/** What the answers of some days used: the same twice, by day and model, and by conversation. */
export interface UsageTotals {
  days: readonly DayUsage[];
  conversations: readonly PlaceUsage[];
}

export const noUsage: UsageSum = {
  answers: 0,
  input: 0,
  output: 0,
  cached: 0,
  reasoning: 0,
  usd_micros: 0,
  fee_usd_micros: 0,
  unpriced: 0,
  unknown_fees: 0,
  estimates: 0,
  searches: 0,
  pictures: 0,
  seconds: 0,
};

const counts = Object.keys(noUsage) as (keyof UsageSum)[];

/** Adds in place: there may be a record for each of ten thousand answers. */
function addTo(sum: UsageSum, other: UsageSum): UsageSum {
  for (const name of counts) sum[name] += other[name];
  return sum;
}

export const total = (sums: readonly UsageSum[]): UsageSum => sums.reduce(addTo, { ...noUsage });

/** What is known of the money, in millionths of a US dollar: tokens and fees. */
export const spentMicros = ({ usd_micros, fee_usd_micros }: UsageSum): number => usd_micros + fee_usd_micros;

/** Sums by key, in the order in which the keys first occur. */
export function by<Row extends UsageSum>(
  rows: readonly Row[],
  key: (row: Row) => string,
): Map<string, UsageSum> {
  const sums = new Map<string, UsageSum>();
  for (const row of rows) sums.set(key(row), addTo(sums.get(key(row)) ?? { ...noUsage }, row));
  return sums;
}

export const utcDayOf = (at: number): number => Math.floor(at / 86_400_000);

/** What records of these days, both included, add up to, in the form in which the server answers. */
export function usageOf(records: readonly UsageRecord[], from: number, to: number): UsageTotals {
  const meant = records.filter(
    ({ created_at }) => utcDayOf(created_at) >= from && utcDayOf(created_at) <= to,
  );
  return joinedUsage(
    meant.map((record) => {
      const { created_at, provider, model, host, conversation_id, purpose } = record;
      const sum = sumOf(record);
      return {
        days: [{ ...sum, day: utcDayOf(created_at), provider, model, host }],
        conversations: [{ ...sum, conversation_id, is_space: purpose === 'turn' }],
      };
    }),
  );
}

function sumOf({ fee_usd_micros = 0, usd_micros, is_estimate, ...record }: UsageRecord): UsageSum {
  const { input, output, cached, reasoning, searches = 0, pictures = 0, seconds = 0 } = record;
  return {
    answers: 1,
    ...{ input, output, cached, reasoning, searches, pictures, seconds },
    usd_micros: usd_micros ?? 0,
    fee_usd_micros: fee_usd_micros ?? 0,
    unpriced: usd_micros === null ? 1 : 0,
    unknown_fees: fee_usd_micros === null ? 1 : 0,
    estimates: is_estimate ? 1 : 0,
  };
}

/** Several together: what is in the account, and what only this browser has yet. */
export function joinedUsage(parts: readonly UsageTotals[]): UsageTotals {
  const days = new Map<string, DayUsage>();
  const conversations = new Map<string, PlaceUsage>();
  for (const part of parts) {
    for (const row of part.days) put(days, [row.day, row.provider, row.model, row.host].join('\n'), row);
    for (const row of part.conversations) put(conversations, `${row.is_space} ${row.conversation_id}`, row);
  }
  return { days: [...days.values()], conversations: [...conversations.values()] };
}

function put<Row extends UsageSum>(rows: Map<string, Row>, key: string, row: Row) {
  const sum = rows.get(key);
  if (sum) addTo(sum, row);
  else rows.set(key, { ...row });
}
