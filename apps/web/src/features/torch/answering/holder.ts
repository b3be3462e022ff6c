import type { HolderFrame, UsageRecord } from '@polylogue/contract';
import { sortReply } from '@polylogue/sync/reasoning';
import { baseFor, type Spent, settle, turnLimits } from '@polylogue/sync/turns';
import type { LiveSocket } from '../../../api/socket.ts';
import { live } from '../../../lib/state/live.ts';
import type { KeyFailure } from '../models/failure-toast.ts';
import { askProvider, keyFailureIn, type ProviderNeeds, startedOf } from './ask-provider.ts';
import { endUnpaid } from './end-unpaid.ts';
import { type OfferedTurn, openOffer } from './offered-turn.ts';
import { costOf, earlyEndingOf, failureIn, noOutcome, type Outcome, retryIn, spentIn } from './outcome.ts';
import { type Offer, type Plan, type PlanNeeds, plan } from './plan.ts';
import { type TurnSender, type TurnSenderNeeds, turnSender } from './turn-sender.ts';
import { turnUsage } from './turn-usage.ts';

export interface HolderNeeds extends PlanNeeds, ProviderNeeds, Pick<TurnSenderNeeds, 'after'> {
  socket: Pick<LiveSocket, 'isOpen' | 'watch' | 'send' | 'setPresence' | 'onHolderFrame' | 'onSwitch'>;
  /** Milliseconds on a monotonic clock. */
  monotonicNow(): number;
  /** Milliseconds since 1970, by the server's clock: costs and budgets go by it. */
  serverNow(): number;
  /** The spent amounts have changed. */
  onSettled(): void;
  /** A provider was paid, whoever asked. */
  onSpent(record: UsageRecord): unknown;
  /** The same as the page is left: at once, or not at all. */
  noteSpent(record: UsageRecord): void;
  onKeyFailure(failure: KeyFailure): void;
  /** The key that is lent there works. */
  onAnswered(space_id: string): void;
}

/** A turn that this browser answers right now. */
export interface HeldTurn {
  space_id: string;
  turn_id: string;
  asked_by: string;
}

/** How long an ended answer stays in memory in case the server missed its end, while there is one (milliseconds). */
const afterEnd = 60_000;

/** Ids of turns are unique in their space only. */
const keyOf = ({ feed, turn_id }: Pick<OfferedTurn['turn'], 'feed' | 'turn_id'>) => `${feed} ${turn_id}`;

/** Answers turns that the server offers to this browser: the member's own, and those it lends to. */
export function holder(needs: HolderNeeds) {
  const { socket, monotonicNow, after, lends, forSelf } = needs;
  const runs = new Map<string, OfferedTurn>();
  /** The highest epoch of each turn that was ever offered: none is answered twice. */
  const seen = new Map<string, number>();
  const held = live<readonly HeldTurn[], readonly HeldTurn[]>([], (_, next) => next);
  const ended = endedTurns(needs, forget);
  const endOnce = onceLends(needs);

  function onFrame(frame: HolderFrame) {
    if (frame.type === 'offer') return void take(frame);
    // A page that was stopped hears of its offer too late: the server learns that it answers again.
    if (frame.type === 'revoked' && frame.because === 'lapsed') socket.setPresence(frame.feed, {});
    const run = runs.get(keyOf(frame));
    if (run?.turn.epoch !== frame.epoch) return;
    if (frame.type === 'ack') run.sender?.acknowledged(frame.length);
    else if (frame.type === 'heartbeat-request') run.sender?.heartbeat();
    else {
      run.abort();
      // Otherwise the turn goes on, and may come back.
      if (frame.because !== 'lapsed' && frame.because !== 'refused') endAsked(run);
    }
  }

  /** The turn is over: nothing more is answered for its id without limits. */
  const endAsked = ({ turn }: OfferedTurn) => needs.asked.end(turn.feed, (id) => id === turn.turn_id);

  async function take(offer: Offer) {
    const { epoch } = offer;
    const key = keyOf(offer);
    if (epoch <= (seen.get(key) ?? 0) || epoch > turnLimits.offers) return;
    seen.set(key, epoch);
    runs.get(key)?.abort();
    const run = openOffer(socket, offer);
    runs.set(key, run);
    const before = offer.text.slice(0, baseFor(offer.text));
    try {
      const planned = await plan(needs, offer, sortReply(before).text);
      if (!('declined' in planned)) await ask(offer, run, planned, before);
      else if (!run.signal.aborted) run.decline(planned.declined, planned.retry_in);
    } catch {
      // Our own server was out of reach, or the ledger could not be written.
      await needs.stays(run.signal);
      if (!run.sender && !run.signal.aborted) run.decline('busy', turnLimits.retryAfter);
    }
    if (run.sender) return;
    forget(run);
    endOnce(run);
  }

  function forget(run: OfferedTurn) {
    run.stopWatching();
    const key = keyOf(run.turn);
    if (runs.get(key) === run) runs.delete(key);
  }

  async function ask({ feed, turn_id, asked_by }: Offer, run: OfferedTurn, planned: Plan, before: string) {
    const { turn, signal } = run;
    run.planned = planned;
    // It may have been ended while its cost was being stored.
    await lendsChanged();
    if (signal.aborted) return settleTurn(needs, run, planned, noOutcome);
    const turns = () => held.read().length;
    const sending = { send: socket.send, now: monotonicNow, after, turns };
    const sender = turnSender(sending, turn, before, startedOf(planned));
    run.sender = sender;
    // Files may take longer than an offer stands.
    sender.begin();
    const here: HeldTurn = { space_id: feed, turn_id, asked_by };
    held.dispatch([...held.read(), here]);
    const outcome = await askProvider(needs, planned, sender, signal);
    const failure = failureIn(outcome);
    const spent = spentOn(needs, run, planned, sender, outcome);
    if (signal.aborted) sender.spend(spent);
    else if (failure) {
      run.retry_in = retryIn(outcome);
      sender.fail(failure, run.retry_in);
      sender.spend(spent);
      reportKeyFailure(needs, run, planned, outcome);
    } else {
      endAsked(run);
      if (planned.lend?.as === 'lent') needs.onAnswered(feed);
      sender.end(spent, earlyEndingOf(outcome));
    }
    held.dispatch(held.read().filter((one) => one !== here));
    if (signal.aborted || failure) sender.stop();
    run.isOver = true;
    ended.keep(run);
    await settleTurn(needs, run, planned, outcome);
    endOnce(run);
  }

  const lendsChanged = () => endUnpaid(needs, [...runs.values()]);

  const stops = [
    lends.listen(() => void lendsChanged()),
    forSelf.listen(() => void lendsChanged()),
    socket.onHolderFrame(onFrame),
    socket.onSwitch((isOpen) => {
      if (!isOpen) return loseOffers([...runs.values()]);
      for (const run of runs.values()) run.sender?.heartbeat();
      ended.reconnected();
    }),
  ];

  return {
    held: { read: held.read, listen: held.listen, start: held.start },
    /** The page is being left. */
    leave() {
      for (const run of runs.values()) leaveRun(needs, run);
    },
    close() {
      for (const stop of stops) stop();
      for (const run of runs.values()) {
        run.abort();
        run.stopWatching();
      }
    },
  };
}

/**
 * Nothing is learned of a cost any more: what was reserved for it counts, in the ledger as on the receipt. That the page is
 * left, its socket says as it closes: a server that heard it before would offer the turn once more.
 */
function leaveRun({ noteSpent, serverNow }: HolderNeeds, run: OfferedTurn) {
  const { turn, planned, sender, isOver, signal } = run;
  if (isOver || signal.aborted) return;
  if (planned && sender) {
    const outcome = { ...noOutcome, isAsked: true };
    const spent = spentIn(outcome, planned, sender.text());
    sender.spend(spent);
    const record = turnUsage(turn, planned, outcome, spent, serverNow());
    if (record) noteSpent(record);
    run.isLeft = true;
  }
  run.abort();
}

/** An offer goes with its socket: the question comes back with the next one, or is somebody else's. */
function loseOffers(runs: readonly OfferedTurn[]) {
  for (const run of runs.filter(({ sender }) => !sender)) {
    run.retry_in = 0;
    run.abort();
  }
}

/** Ends what was lent for one turn when that has had its answer, or has none. Where it may soon have one, the server asks once more. */
function onceLends({ lends }: HolderNeeds) {
  const retried = new Set<string>();
  return ({ turn, retry_in = Number.POSITIVE_INFINITY }: OfferedTurn) => {
    const key = keyOf(turn);
    if (retry_in <= turnLimits.retryWithin && !retried.has(key)) retried.add(key);
    else if (lends.read()[turn.feed]?.lend.only_turn === turn.turn_id) lends.end(turn.feed);
  };
}

/** What a turn took of the key; its owner gets a record of it. */
function spentOn(
  { onSpent, serverNow }: HolderNeeds,
  { turn, isLeft }: OfferedTurn,
  planned: Plan,
  sender: TurnSender,
  outcome: Outcome,
): Spent {
  const spent = spentIn(outcome, planned, sender.text());
  const record = turnUsage(turn, planned, outcome, spent, serverNow());
  if (record && !isLeft) onSpent(record);
  return spent;
}

function reportKeyFailure(
  { onKeyFailure, now }: HolderNeeds,
  { turn }: OfferedTurn,
  planned: Plan,
  outcome: Outcome,
) {
  const { lend, connection } = planned;
  const failure = keyFailureIn(outcome, planned);
  // What was lent for one turn is over by now, and with it the place where its troubles stand.
  const lent_to = lend?.as === 'lent' && lend.lend.only_turn === undefined ? turn.feed : null;
  const wait = retryIn(outcome);
  if (failure)
    onKeyFailure({ failure, connection, lent_to, ...(wait !== undefined && { until: now() + wait }) });
}

/** Keeps ended answers for a while, and for as long as the server cannot be reached. */
function endedTurns({ socket, after }: HolderNeeds, forget: (run: OfferedTurn) => void) {
  const untold = new Set<OfferedTurn>();
  function keep(run: OfferedTurn) {
    after(afterEnd, () => (socket.isOpen() ? forget(run) : void untold.add(run)));
  }
  return {
    keep,
    reconnected() {
      for (const run of untold) keep(run);
      untold.clear();
    },
  };
}

async function settleTurn(
  { ledger, onSettled }: HolderNeeds,
  { turn }: OfferedTurn,
  planned: Plan,
  outcome: Outcome,
) {
  if (!planned.lend) return;
  const cost = costOf(outcome, planned);
  const paid = { ...turn, space_id: turn.feed };
  // Without a cost, what was reserved counts.
  if (cost) await ledger.change((all) => settle(all, paid, cost)).catch(() => false);
  onSettled();
}
