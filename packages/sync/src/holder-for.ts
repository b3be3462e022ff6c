import { type Amount, amountOf, isLentTo, isWithin, type Lend, leftOf } from './lent.ts';
import type { SpaceRole } from './space-rights.ts';

/** Milliseconds within which nobody's own torch holds a space twice while others wait. */
const ownTorchPause = 10 * 60_000;

/** A browser in a space that could answer: its person lends something there, or at least has a key of their own. */
export interface TorchHere {
  user_id: string;
  connection: string;
  /** Null: nothing is lent, and it answers its own person alone. */
  lend: Lend | null;
  /** Since when it is lent, or its key is what it is (milliseconds since 1970). */
  lent_at: number;
  /** Of this lender in this space today. */
  spent_today: Amount;
  /** When it last took a turn that its own person had asked, other than the one in question; null: never. */
  own_turn_at: number | null;
}

/** A turn that needs a holder. */
export interface TurnToHold {
  turn_id: string;
  asked_at: number;
  asked_by: string;
  role: SpaceRole;
  /** Ids of the friends of who asks, and of people between whom and them there is a block. */
  friends: ReadonlySet<string>;
  blocked: ReadonlySet<string>;
  /** Null: any will do. */
  wants: { provider: string; model: string } | null;
  /** Tokens that it takes at least: of the question, and of an answer. */
  estimate: { input: number; output: number };
  /** Who could not or would not, and when (milliseconds since 1970). */
  excluded: Readonly<Record<string, number>>;
  /** Holders of its segments: they have lost it already, and come last. */
  had: readonly string[];
  /** By lender: turns of this person that they took within the hour. */
  within_hour: ReadonlyMap<string, number>;
}

/**
 * Who is to answer a turn; null: nobody who is here can. The torch of who asks comes first, then the ones that are lent
 * to them, the least used today before the others. What lenders allow is checked again in their own browsers.
 * @param othersWait turns of other people wait in this space, so that nobody's own torch may take every one
 * @param now milliseconds since 1970
 */
export function holderFor(
  turn: TurnToHold,
  torches: readonly TorchHere[],
  { othersWait, now }: { othersWait: boolean; now: number },
): TorchHere | null {
  const able = torches.filter((torch) => {
    // With another key, another limit or another model they may.
    const excludedAt = turn.excluded[torch.user_id];
    if (excludedAt !== undefined && torch.lent_at <= excludedAt) return false;
    if (torch.user_id !== turn.asked_by) return isLent(torch, turn, now);
    return !(othersWait && torch.own_turn_at !== null && now < torch.own_turn_at + ownTorchPause);
  });
  return able.sort((one, other) => inOrder(turn, one, other))[0] ?? null;
}

/**
 * Which of the turns that wait in a space is offered next, and to whom; null: none can be. They come in the order in
 * which they were asked; one that nobody here can answer does not hold up those behind it.
 */
export function nextOffer(
  waiting: readonly TurnToHold[],
  torches: readonly TorchHere[],
  now: number,
): { turn_id: string; holder: TorchHere } | null {
  const inTurn = [...waiting].sort((one, other) => one.asked_at - other.asked_at);
  for (const isFair of [true, false]) {
    for (const turn of inTurn) {
      const othersWait = isFair && waiting.some(({ asked_by }) => asked_by !== turn.asked_by);
      const holder = holderFor(turn, torches, { othersWait, now });
      if (holder) return { turn_id: turn.turn_id, holder };
    }
  }
  return null;
}

function isLent({ user_id, lend, spent_today }: TorchHere, turn: TurnToHold, now: number): boolean {
  if (!lend || turn.blocked.has(user_id) || (lend.until !== null && now >= lend.until)) return false;
  const asker = { user_id: turn.asked_by, role: turn.role, is_friend: turn.friends.has(user_id) };
  if (!isLentTo(lend, asker)) return false;
  if ((turn.within_hour.get(user_id) ?? 0) >= lend.per_person_per_hour) return false;
  return lend.models.some(({ provider, model, price }) => {
    if (turn.wants && (turn.wants.provider !== provider || turn.wants.model !== model)) return false;
    const least = amountOf(price, turn.estimate.input, turn.estimate.output);
    return isWithin(least, leftOf(lend, { today: spent_today }));
  });
}

/** Who lost this turn already comes last; then who asked, who spent least today, who lent first. */
function inOrder({ had, asked_by }: TurnToHold, one: TorchHere, other: TorchHere): number {
  const last = (torch: TorchHere) => had.filter((id) => id === torch.user_id).length;
  const first = (torch: TorchHere) => Number(torch.user_id !== asked_by);
  return (
    last(one) - last(other) ||
    first(one) - first(other) ||
    one.spent_today.usd - other.spent_today.usd ||
    one.spent_today.tokens - other.spent_today.tokens ||
    one.lent_at - other.lent_at ||
    compared(one.user_id, other.user_id) ||
    compared(one.connection, other.connection)
  );
}

const compared = (one: string, other: string) => Number(one > other) - Number(one < other);
