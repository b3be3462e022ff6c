import { type Amount, isLentFor, isLentTo, type Lend, type TokensOfTurn, whyNotAnswered } from './lent.ts';
import type { SpaceRole } from './space-rights.ts';
import type { Segment, SegmentEnding } from './turn.ts';

/** Milliseconds within which no asker's own torch holds a space twice while others wait. */
const ownTorchPause = 10 * 60_000;

/** A browser in a space that could answer: its member lends a torch there, or at least has their own key. */
export interface PresentTorch {
  user_id: string;
  connection: string;
  /** By its sign-in; null where that is not known. */
  browser: string | null;
  /** Browsers slow down or freeze pages that are hidden. */
  is_visible: boolean;
  /** Null: nothing is lent, and it answers only its own member. */
  lend: Lend | null;
  /** What it answers of what its member asked in other browsers; null: nothing. */
  for_self: { lend: Lend; spent_today: Amount } | null;
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
  /** Nobody asked it: the AI answers every message there. */
  is_automatic: boolean;
  /** In which browser, by its sign-in; null where that is not known. */
  asked_on: string | null;
  role: SpaceRole;
  /** Ids of the asker's friends, and of people with a block between them and the asker. */
  friends: ReadonlySet<string>;
  blocked: ReadonlySet<string>;
  /** Null: any will do. */
  wants: { provider: string; model: string } | null;
  /** The fewest tokens it can take, of question and answer. */
  estimate: TokensOfTurn;
  /** Holders who failed or declined, and when (milliseconds since 1970). */
  excluded: Readonly<Record<string, number>>;
  /** Whose browsers had it already, and lost it: these come last. */
  segments: readonly Pick<
    Segment,
    'holder_id' | 'connection' | 'browser' | 'because' | 'declined' | 'until' | 'is_retried'
  >[];
}

/**
 * The torch that answers a turn; null: none that is present can. Browsers that lost it already come last; before them the
 * one in which it was asked comes first, then others of the asker that may answer it, then the ones that are lent to
 * them, the least used today before the others. What lenders allow is checked again in their own browsers.
 * @param othersWait turns of other people wait in this space, so that the asker's own torch may not take every turn
 * @param now milliseconds since 1970
 */
export function holderFor(
  turn: TurnToHold,
  torches: readonly PresentTorch[],
  { othersWait, now }: { othersWait: boolean; now: number },
): PresentTorch | null {
  const able = torches.filter((torch) => {
    if (isExcluded(turn, torch, torches, now)) return false;
    if (torch.user_id !== turn.asked_by) return isLent(torch, turn, now);
    // What nobody asked is paid with nothing but what was lent for that, by its author as well.
    const mayAnswer = turn.is_automatic ? isLentByAuthor(torch, turn, now) : wasAskedOn(torch, turn);
    if (!mayAnswer && !isForSelf(torch, turn, now)) return false;
    return !(othersWait && torch.own_turn_at !== null && now < torch.own_turn_at + ownTorchPause);
  });
  const lossesOf = (torch: PresentTorch) =>
    turn.segments.filter((segment) => wasHadBy(segment, torch, torches)).length;
  const fewestLosses = (one: PresentTorch, other: PresentTorch) => lossesOf(one) - lossesOf(other);
  // Visibility only decides between the browsers of one person.
  const people = Map.groupBy(able, ({ user_id }) => user_id).values();
  const browsers = [...people].flatMap(
    (own) =>
      own.sort(
        (one, other) =>
          fewestLosses(one, other) ||
          Number(wasAskedOn(other, turn)) - Number(wasAskedOn(one, turn)) ||
          visibleFirst(one, other) ||
          inOrder(one, other),
      )[0] ?? [],
  );
  return (
    browsers.sort(
      (one, other) => fewestLosses(one, other) || askerFirst(turn, one, other) || inOrder(one, other),
    )[0] ?? null
  );
}

/** How a browser loses a turn that it would lose again. */
const excluding: readonly (SegmentEnding | null)[] = [
  'declined',
  'key',
  'credit',
  'model',
  'limit',
  'network',
  'provider',
  'silent',
];

/** Whether a browser has declined a turn or failed at it, nothing has changed there since, and it is not time to retry. */
export function isExcluded(
  { excluded, segments }: Pick<TurnToHold, 'excluded' | 'segments'>,
  torch: Pick<PresentTorch, 'user_id' | 'connection' | 'browser' | 'lent_at'>,
  torches: readonly Pick<PresentTorch, 'connection'>[],
  now: number,
): boolean {
  // With another key, limit or model it may succeed.
  const excludedAt = excluded[torch.user_id];
  if (excludedAt === undefined || torch.lent_at > excludedAt) return false;
  // What came before no longer counts: it was asked again all the same.
  const last = segments.findLast(
    (segment) => wasHadBy(segment, torch, torches) || isOfBrowser(segment, torch),
  );
  return last !== undefined && excluding.includes(last.because) && !(retryAt(last) <= now);
}

/**
 * An hour or a day that is used up passes, and nothing was paid; a provider is asked again once, and so is one that fell
 * silent in mid-answer.
 */
const retryAt = ({ because, is_retried, declined, until }: TurnToHold['segments'][number]): number =>
  (is_retried || because === 'silent' || declined === 'hour' || declined === 'used-up') && until !== undefined
    ? until
    : Number.POSITIVE_INFINITY;

/** When the first of these turns may be offered to someone who could not answer it before; null: none is. */
export function nextRetry(waiting: readonly Pick<TurnToHold, 'segments'>[], now: number): number | null {
  const times = waiting.flatMap(({ segments }) => segments.map(retryAt)).filter((time) => time > now);
  const first = Math.min(...times);
  return Number.isFinite(first) ? first : null;
}

/** Whether a tab had it, or a connection that is gone and may have been its own. */
const wasHadBy = (
  segment: TurnToHold['segments'][number],
  { user_id, connection, browser }: Pick<PresentTorch, 'user_id' | 'connection' | 'browser'>,
  torches: readonly Pick<PresentTorch, 'connection'>[],
) =>
  segment.holder_id === user_id &&
  (segment.connection === connection ||
    ((segment.browser ?? browser) === browser &&
      !torches.some((present) => present.connection === segment.connection)));

/** All tabs of a browser ask with the same keys and limits. */
const isOfBrowser = (
  segment: TurnToHold['segments'][number],
  { user_id, browser }: Pick<PresentTorch, 'user_id' | 'browser'>,
) => browser !== null && segment.holder_id === user_id && segment.browser === browser;

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
  if (!lend || turn.blocked.has(user_id) || !isLentFor(lend, turn.is_automatic, turn.turn_id)) return false;
  const asker = { user_id: turn.asked_by, role: turn.role, is_friend: turn.friends.has(user_id) };
  return isLentTo(lend, asker) && whyNotAnswered(lend, spent_today, turn, now) === null;
}

/** Whoever lends for every message lends for their own. */
const isLentByAuthor = ({ lend, spent_today }: PresentTorch, turn: TurnToHold, now: number): boolean =>
  lend !== null &&
  isLentFor(lend, turn.is_automatic, turn.turn_id) &&
  whyNotAnswered(lend, spent_today, turn, now) === null;

const isForSelf = ({ for_self }: PresentTorch, turn: TurnToHold, now: number): boolean =>
  for_self !== null &&
  isLentFor(for_self.lend, turn.is_automatic, turn.turn_id) &&
  whyNotAnswered(for_self.lend, for_self.spent_today, turn, now) === null;

/** Whether a question was asked in this browser, as far as that is known. */
const wasAskedOn = ({ browser }: PresentTorch, { asked_on }: TurnToHold) => browser === asked_on;

const visibleFirst = (one: PresentTorch, other: PresentTorch) =>
  Number(other.is_visible) - Number(one.is_visible);

const askerFirst = ({ asked_by }: TurnToHold, one: PresentTorch, other: PresentTorch) =>
  Number(one.user_id !== asked_by) - Number(other.user_id !== asked_by);

/** Who spent least today comes first, then who lent first. */
const inOrder = (one: PresentTorch, other: PresentTorch): number =>
  one.spent_today.usd - other.spent_today.usd ||
  one.spent_today.tokens - other.spent_today.tokens ||
  one.lent_at - other.lent_at ||
  compared(one.user_id, other.user_id) ||
  compared(one.connection, other.connection);

const compared = (one: string, other: string) => Number(one > other) - Number(one < other);
