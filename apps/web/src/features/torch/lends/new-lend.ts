import type { SpaceVisibility } from '@polylogue/contract';
import { type Amount, defaultLend, type Lend, type TokenPrice } from '@polylogue/sync/turns';
import { typedCount } from '../../../lib/text/counts.ts';
import type { SavedProvider } from '../../keys/index.ts';
import { amountIn, type LendForm } from './lend-form.ts';
import type { OwnLend } from './lends.ts';

/** The space that something is lent to. */
export interface LentSpace {
  space_id: string;
  name: string;
  visibility: SpaceVisibility;
}

/** What a browser answers of what its own person asks on other devices. */
export const forSelf = (own: OwnLend, me: string): OwnLend => ({
  ...own,
  lend: { ...own.lend, to: 'named', named: [me] },
});

/** How long it may take until a question that somebody answers by itself is offered to them (milliseconds). */
const oncePatience = 10 * 60_000;

/** The same lend for one question alone: it ends with it, or when it is not offered in time. @param now milliseconds since 1970 */
export const onlyFor = (
  own: OwnLend,
  { turn_id, asked_by }: { turn_id: string; asked_by: string },
  now: number,
): OwnLend => ({
  ...own,
  lend: { ...own.lend, to: 'named', named: [asked_by], until: now + oncePatience, only_turn: turn_id },
});

/**
 * The same lend for as long as before. Its end is by this browser's clock and its beginning by the server's, which may
 * differ by hours: the time that has passed is by one of them alone.
 *
 * @param now by the server's clock, in milliseconds since 1970
 */
export const lentAgain = ({ lend, lent_at, begun_at = lent_at, ...own }: OwnLend, now: number): OwnLend => ({
  ...own,
  lend: { ...lend, until: lend.until && lend.until + (now - begun_at) },
  lent_at: now,
});

/** How many people are named at most. */
const mostNamed = 50;

interface NewLendNeeds {
  space: LentSpace;
  chosen: SavedProvider;
  price: TokenPrice | null;
  /** Milliseconds since 1970. */
  now: number;
  /** By id the names of those whose questions it is lent on. */
  askers?: Readonly<Record<string, string>>;
  /** What is lent already. */
  running?: OwnLend | undefined;
}

export function newLend(
  form: LendForm,
  { space, chosen, price, now, askers = {}, running }: NewLendNeeds,
): OwnLend {
  const { provider, model, origin } = chosen;
  const amount = (typed: string): Amount => ({ usd: 0, tokens: 0, [form.unit]: amountIn(typed, form.unit) });
  const lend: Lend = {
    ...defaultLend,
    // Without a price, its tokens are counted.
    models: [{ provider, model, price: form.unit === 'usd' ? price : null }],
    to: form.to,
    named: Object.keys(askers).slice(-mostNamed),
    per_turn: amount(form.perTurn),
    per_day: amount(form.perDay),
    per_person_per_hour: typedCount(form.perPersonPerHour),
    longest: typedCount(form.longest),
    until: endOf(form.until, now, running),
    ...(form.everyMessage && { every_message: true }),
  };
  const { space_id, name: space_name, visibility } = space;
  const own = { space_id, space_name, visibility, askers, lend, origins: [origin], lent_at: now };
  return form.until === 'same' && running ? { ...own, begun_at: running.begun_at ?? running.lent_at } : own;
}

function endOf(chosen: string, now: number, running: OwnLend | undefined): number | null {
  if (chosen === 'same') return running?.lend.until ?? null;
  return chosen === 'closed' ? null : now + Number(chosen) * 3_600_000;
}
