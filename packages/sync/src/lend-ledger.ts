import { type Amount, sumOf } from './lent.ts';

/** One answer that a lender's key paid for, or may have to. */
export interface LedgerEntry {
  space_id: string;
  turn_id: string;
  epoch: number;
  asked_by: string;
  /** When it was reserved, in milliseconds since 1970. */
  at: number;
  /** The highest it can cost; it counts until more is known, and for good if that never happens. */
  reserved: Amount;
  /** What it did cost; null: not known. */
  settled: Amount | null;
  /** Its provider was not asked, or turned it away: neither money nor tokens were used. */
  is_free?: boolean;
}

/** What a lender's browser remembers of the last days. */
export interface Ledger {
  entries: readonly LedgerEntry[];
}

export const emptyLedger: Ledger = { entries: [] };

const day = 24 * 3_600_000;
/** Days begin at 0:00 UTC. */
export const utcDay = (at: number) => Math.floor(at / day);
/** In how many milliseconds the next one begins. */
export const nextDayIn = (now: number) => (utcDay(now) + 1) * day - now;

/** A ledger as it was stored; null: it is missing or unreadable, and whatever is lent has to end. */
export function ledgerOf(stored: unknown): Ledger | null {
  if (!isObject(stored) || !Array.isArray(stored.entries)) return null;
  return stored.entries.every(isEntry) ? { entries: stored.entries } : null;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

function isEntry(value: unknown): value is LedgerEntry {
  if (!isObject(value)) return false;
  const { space_id, turn_id, epoch, asked_by, at, reserved, settled } = value;
  const hasNames = [space_id, turn_id, asked_by].every((name) => typeof name === 'string');
  const hasNumbers = [epoch, at].every(Number.isFinite);
  return hasNames && hasNumbers && isAmount(reserved) && (settled === null || isAmount(settled));
}

const isAmount = (value: unknown): value is Amount =>
  isObject(value) && [value.usd, value.tokens].every((one) => Number.isFinite(one) && Number(one) >= 0);

const totalOf = (entries: readonly LedgerEntry[]): Amount =>
  entries.reduce((sum, { reserved, settled }) => sumOf(sum, settled ?? reserved), { usd: 0, tokens: 0 });

/** Whose limits count: those of a space, or of a person in all spaces; with both, of a person in a space. */
type Scope = Partial<Pick<LedgerEntry, 'space_id' | 'asked_by'>>;

const within = ({ entries }: Ledger, { space_id, asked_by }: Scope): LedgerEntry[] =>
  entries.filter(
    (entry) =>
      (space_id === undefined || entry.space_id === space_id) &&
      (asked_by === undefined || entry.asked_by === asked_by),
  );

/** What was spent today. A clock that was set back makes nothing undone. */
export const spentToday = (ledger: Ledger, scope: Scope, now: number): Amount =>
  totalOf(within(ledger, scope).filter((entry) => utcDay(entry.at) >= utcDay(now)));

/** Whether what was spent today is known only as a bound: an answer goes on, or its cost was never learned. */
export const isBoundToday = (ledger: Ledger, scope: Scope, now: number): boolean =>
  within(ledger, scope).some(({ at, settled }) => settled === null && utcDay(at) >= utcDay(now));

/** Ids of turns are unique in their space only. */
type TurnName = Pick<LedgerEntry, 'space_id' | 'turn_id'>;

const isOf = (one: TurnName, other: TurnName) =>
  one.space_id === other.space_id && one.turn_id === other.turn_id;

/** What was spent for a turn, in all its epochs. */
export const spentFor = ({ entries }: Ledger, turn: TurnName): Amount =>
  totalOf(entries.filter((entry) => isOf(entry, turn)));

const hour = 3_600_000;

/**
 * In how many milliseconds fewer than `most` turns, other than this one, were answered within the hour; 0: fewer were.
 */
export function hourFreeIn(ledger: Ledger, turn: TurnName, scope: Scope, most: number, now: number): number {
  if (most < 1) return hour;
  const last = new Map<string, number>();
  for (const entry of within(ledger, scope)) {
    if (isOf(entry, turn) || entry.at <= now - hour || entry.is_free) continue;
    const name = `${entry.space_id} ${entry.turn_id}`;
    last.set(name, Math.max(entry.at, last.get(name) ?? 0));
  }
  const times = [...last.values()].sort((one, other) => one - other);
  const leaves = times[times.length - most];
  // After a clock that was ahead, this could be more than the server accepts.
  return leaves === undefined ? 0 : Math.min(hour, leaves + hour - now);
}

/** Whether this epoch of a turn, or a later one, has been paid for already. */
export const hasPaid = ({ entries }: Ledger, turn: TurnName & Pick<LedgerEntry, 'epoch'>): boolean =>
  entries.some((entry) => isOf(entry, turn) && entry.epoch >= turn.epoch);

/** With one more entry, and without those that no limit concerns any more. */
export const withEntry = ({ entries }: Ledger, entry: LedgerEntry): Ledger => ({
  entries: [...entries.filter(({ at }) => utcDay(at) >= utcDay(entry.at) - 2), entry],
});

/** What an answer cost, both ways; `usd` is null if no price is known. */
export interface Charge {
  usd: number | null;
  tokens: number;
}

/**
 * After an answer. Its cost counts instead of what was reserved, and in the same unit; an epoch that is not reserved, or
 * settled already, stays as it is. Where no usage came, `cost` is an estimate that it cannot have been above, or it is
 * not settled; nor is it for a cost that no ledger can hold.
 */
export const settle = (
  { entries }: Ledger,
  turn: TurnName & Pick<LedgerEntry, 'epoch'>,
  cost: Charge,
): Ledger => ({
  entries: entries.map((entry) =>
    isOf(entry, turn) && entry.epoch === turn.epoch && entry.settled === null
      ? {
          ...entry,
          settled: inUnitOf(entry.reserved, cost),
          ...(cost.usd === 0 && cost.tokens === 0 && { is_free: true }),
        }
      : entry,
  ),
});

/** Limits are in one unit: an amount in the other one would count for nothing, or exceed a limit that is not set. */
function inUnitOf(reserved: Amount, { usd, tokens }: Charge): Amount | null {
  const amount = reserved.tokens > 0 ? { usd: 0, tokens } : { usd, tokens: 0 };
  return isAmount(amount) ? amount : null;
}
