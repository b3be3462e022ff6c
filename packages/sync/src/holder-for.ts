import { type Amount, amountOf, isLentTo, isWithin, type Lend, leftOf } from './lent.ts';
import type { SpaceRole } from './space-rights.ts';

/** Milliseconds within which no asker's own torch holds a space twice while others wait. */
const ownTorchPause = 10 * 60_000;

/** A browser in a space that could answer: its member lends a torch there, or at least has their own key. */
export interface PresentTorch {
  user_id: string;
  connection: string;
  /** Null: nothing is lent, and it answers only its own member. */
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
  /** Ids of the asker's friends, and of people with a block between them and the asker. */
  friends: ReadonlySet<string>;
  blocked: ReadonlySet<string>;
  /** Null: any will do. */
  wants: { provider: string; model: string } | null;
  /** The fewest tokens it can take, of question and answer. */
  estimate: { input: number; output: number };
  /** Holders who failed or declined, and when (milliseconds since 1970). */
  excluded: Readonly<Record<string, number>>;
  /** Holders of its segments: they have lost it already, and come last. */
  formerHolders: readonly string[];
}

/**
 * The torch that answers a turn; null: none that is present can. The asker's own comes first, then the ones that are lent
 * to them, the least used today before the others. What lenders allow is checked again in their own browsers.
 * @param othersWait turns of other people wait in this space, so that the asker's own torch may not take every turn
 * @param now milliseconds since 1970
 */
export function holderFor(
  turn: TurnToHold,
  torches: readonly PresentTorch[],
  { othersWait, now }: { othersWait: boolean; now: number },
): PresentTorch | null {
  const able = torches.filter((torch) => {
    // With another key, limit or model it may succeed.
    const excludedAt = turn.excluded[torch.user_id];
    if (excludedAt !== undefined && torch.lent_at <= excludedAt) return false;
    if (torch.user_id !== turn.asked_by) return isLent(torch, turn, now);
    return !(othersWait && torch.own_turn_at !== null && now < torch.own_turn_at + ownTorchPause);
  });
  return able.sort((one, other) => inOrder(turn, one, other))[0] ?? null;
}

/**
 * Which of the turns that wait in a space is offered next, and to whom; null: none can be. They come in the order in
 * which they were asked; one that no present torch can answer does not hold up those behind it.
 */
export function nextOffer(
  waiting: readonly TurnToHold[],
  torches: readonly PresentTorch[],
  now: number,
): { turn_id: string; holder: PresentTorch } | null {
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

function isLent({ user_id, lend, spent_today }: PresentTorch, turn: TurnToHold, now: number): boolean {
  if (!lend || turn.blocked.has(user_id) || (lend.until !== null && now >= lend.until)) return false;
  const asker = { user_id: turn.asked_by, role: turn.role, is_friend: turn.friends.has(user_id) };
  if (!isLentTo(lend, asker)) return false;
  return lend.models.some(({ provider, model, price }) => {
    if (turn.wants && (turn.wants.provider !== provider || turn.wants.model !== model)) return false;
    const least = amountOf(price, turn.estimate.input, turn.estimate.output);
    return isWithin(least, leftOf(lend, { today: spent_today }));
  });
}

/** Holders who lost this turn already come last; the asker comes first, then who spent least today, then who lent first. */
function inOrder(
  { formerHolders: had, asked_by }: TurnToHold,
  one: PresentTorch,
  other: PresentTorch,
): number {
  const last = (torch: PresentTorch) => had.filter((id) => id === torch.user_id).length;
  const first = (torch: PresentTorch) => Number(torch.user_id !== asked_by);
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
