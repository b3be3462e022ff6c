import type { HolderFrame } from '@polylogue/contract';
import { sortReply } from '@polylogue/sync/reasoning';
import { baseFor, type Charge, type Lend, settle, type TurnDecline, turnLimits } from '@polylogue/sync/turns';
import type { LiveSocket } from '../../api/socket.ts';
import { live } from '../../lib/state/live.ts';
import type { Answer, ChatQuestion } from '../keys/index.ts';
import type { KeyFailure } from './failure-toast.ts';
import { keepWatching } from './keep-watching.ts';
import { afterEvent, costOf, earlyEndingOf, failureIn, noOutcome, type Outcome, spentOn } from './outcome.ts';
import { type Offer, type Plan, type PlanNeeds, plan } from './plan.ts';
import { questionOf } from './question.ts';
import { type TurnSender, type TurnSenderNeeds, turnSender } from './turn-sender.ts';

export interface HolderNeeds extends PlanNeeds, Pick<TurnSenderNeeds, 'after'> {
  socket: Pick<LiveSocket, 'watch' | 'send' | 'onHolderFrame' | 'onSwitch'>;
  answer(question: ChatQuestion, signal: AbortSignal): Answer;
  /** The content of the files of a question that could be loaded, by their id (base64). */
  dataOf(plan: Plan): Promise<ReadonlyMap<string, string>>;
  /** Milliseconds on a monotonic clock. */
  monotonicNow(): number;
  /** Resolves at once, or, while the page is being left, when it stays after all, or the signal fires. */
  stays(signal: AbortSignal): Promise<void>;
  /** The spent amounts have changed. */
  onSettled(): void;
  onKeyFailure(failure: KeyFailure): void;
}

/** A turn that this browser answers right now. */
export interface HeldTurn {
  space_id: string;
  turn_id: string;
  asked_by: string;
}

interface Run {
  turn: { feed: string; turn_id: string; epoch: number };
  aborting: AbortController;
  sender: TurnSender | undefined;
  /** What pays for it, once that is known; null: its person asked it in this browser. */
  lend: Lend | null;
  isOwn: boolean;
  /** Frames of a space that is not watched would be ignored, and a person may leave its page while their key answers. */
  stopWatching(): void;
}

/** How long an ended answer stays in memory in case the server missed its end (milliseconds). */
const afterEnd = 60_000;

/** Ids of turns are unique in their space only. */
const keyOf = ({ feed, turn_id }: Pick<Run['turn'], 'feed' | 'turn_id'>) => `${feed} ${turn_id}`;

/** Answers turns that the server offers to this browser: the member's own, and those it lends to. */
export function holder(needs: HolderNeeds) {
  const { socket, answer, monotonicNow, after, ledger, lends, forSelf, now, onSettled } = needs;
  const runs = new Map<string, Run>();
  /** The highest epoch of each turn that was ever offered: none is answered twice. */
  const seen = new Map<string, number>();
  const held = live<readonly HeldTurn[], readonly HeldTurn[]>([], (_, next) => next);

  function onFrame(frame: HolderFrame) {
    if (frame.type === 'offer') return void take(frame);
    const run = runs.get(keyOf(frame));
    if (run?.turn.epoch !== frame.epoch) return;
    if (frame.type === 'ack') run.sender?.acknowledged(frame.length);
    else if (frame.type === 'heartbeat-request') run.sender?.heartbeat();
    else {
      run.aborting.abort();
      // Otherwise the turn goes on, and may come back.
      if (frame.because !== 'lapsed' && frame.because !== 'refused') endAsked(run);
    }
  }

  /** The turn is over: nothing more is answered for its id without limits. */
  const endAsked = ({ turn }: Run) => needs.asked.end(turn.feed, (id) => id === turn.turn_id);

  async function take(offer: Offer) {
    const { feed, turn_id, epoch } = offer;
    const key = keyOf(offer);
    if (epoch <= (seen.get(key) ?? 0) || epoch > turnLimits.offers) return;
    seen.set(key, epoch);
    runs.get(key)?.aborting.abort();
    const turn = { feed, turn_id, epoch };
    const stopWatching = keepWatching(socket, feed);
    const isOwn = offer.asked_by === needs.me;
    const aborting = new AbortController();
    const run: Run = { turn, aborting, sender: undefined, lend: null, isOwn, stopWatching };
    runs.set(key, run);
    const before = offer.text.slice(0, baseFor(offer.text));
    try {
      const planned = await plan(needs, offer, sortReply(before).text);
      if (!('declined' in planned)) await ask(offer, run, planned, before);
      else if (!run.aborting.signal.aborted) decline(run, planned.declined);
    } catch {
      // Our own server was out of reach, or the ledger could not be written.
      await needs.stays(run.aborting.signal);
      if (!run.sender && !run.aborting.signal.aborted) decline(run, 'busy');
    }
    if (!run.sender) forget(run);
  }

  function forget(run: Run) {
    run.stopWatching();
    const key = keyOf(run.turn);
    if (runs.get(key) === run) runs.delete(key);
  }

  const decline = ({ turn }: Run, because: TurnDecline) =>
    void socket.send({ type: 'declined', ...turn, because });

  /** Lets another browser take over immediately. */
  function giveUp({ turn, aborting, sender }: Run) {
    if (aborting.signal.aborted) return;
    if (sender) sender.fail('closing');
    else socket.send({ type: 'failed', ...turn, because: 'closing' });
    aborting.abort();
  }

  async function ask(offer: Offer, run: Run, planned: Plan, before: string) {
    const { feed, turn_id } = offer;
    const { signal } = run.aborting;
    const { connection, context, maxTokens, choice, lend } = planned;
    run.lend = lend;
    // It may have been ended while its cost was being stored.
    lendsChanged();
    if (signal.aborted) return lend ? settleAs(run, costOf(noOutcome, planned)) : undefined;
    const started = {
      provider: connection.provider,
      model: connection.model,
      host: hostOf(connection.endpoint),
      used: context.used,
    };
    const turns = () => held.read().length;
    const sending = { send: socket.send, now: monotonicNow, after, turns };
    const sender = turnSender(sending, run.turn, before, started);
    run.sender = sender;
    // Files may take longer than an offer stands.
    sender.begin();
    const here: HeldTurn = { space_id: feed, turn_id, asked_by: offer.asked_by };
    held.dispatch([...held.read(), here]);
    let outcome = noOutcome;
    try {
      const data = await needs.dataOf(planned);
      signal.throwIfAborted();
      const question: ChatQuestion = {
        ...questionOf(context, data),
        maxTokens,
        ...(lend && { isLimitStrict: true }),
        ...(choice && { choice }),
      };
      outcome = { ...outcome, isAsked: true };
      for await (const event of answer(question, signal)) {
        if (event.type === 'text') sender.add(event.text);
        else if (event.type === 'reasoning') sender.thinking();
        outcome = afterEvent(outcome, event);
      }
    } catch {
      await needs.stays(signal);
      // A fault in this browser: what was reserved counts as spent if it was asked, and another one takes over.
      outcome = { ...outcome, last: null };
    }
    const failure = failureIn(outcome);
    const spent = spentOn(outcome, planned, sender.text());
    if (signal.aborted) sender.spend(spent);
    else if (failure) {
      sender.fail(failure);
      sender.spend(spent);
      reportFailure(run, planned, outcome);
    } else {
      endAsked(run);
      sender.end(spent, earlyEndingOf(outcome));
    }
    held.dispatch(held.read().filter((one) => one !== here));
    if (signal.aborted || failure) sender.stop();
    after(afterEnd, () => forget(run));
    if (lend) await settleAs(run, costOf(outcome, planned));
  }

  /** A lender learns of what they can do something about. */
  function reportFailure({ turn, lend, isOwn }: Run, { connection }: Plan, outcome: Outcome) {
    const failure = failureIn(outcome);
    if (outcome.last?.type !== 'failed' || outcome.last.failure.kind === 'offline') return;
    if (failure === 'refused' || (lend && failure === 'provider')) return;
    const lent_to = lend && !isOwn ? (lends.read()[turn.feed]?.space_name ?? null) : null;
    needs.onKeyFailure({ failure: outcome.last.failure, connection, lent_to });
  }

  /** @param cost null: what was reserved counts */
  async function settleAs({ turn }: Run, cost: Charge | null) {
    const paid = { ...turn, space_id: turn.feed };
    if (cost) await ledger.change((all) => settle(all, paid, cost)).catch(() => false);
    onSettled();
  }

  /** A lend that was ended, in this tab or another, ends what it pays for; one whose time is over lets it finish. */
  function lendsChanged() {
    for (const run of runs.values()) {
      const isOverByTime = run.lend?.until != null && now() >= run.lend.until;
      const lent = (run.isOwn ? forSelf : lends).read();
      if (run.lend && !isOverByTime && !(run.turn.feed in lent)) giveUp(run);
    }
  }

  const stopsLending = [lends.listen(lendsChanged), forSelf.listen(lendsChanged)];
  const stopFrames = socket.onHolderFrame(onFrame);
  const stopSwitching = socket.onSwitch((isOpen) => {
    if (isOpen) for (const run of runs.values()) run.sender?.heartbeat();
  });

  return {
    held: { read: held.read, listen: held.listen, start: held.start },
    /** The page is being left. */
    leave() {
      for (const run of runs.values()) giveUp(run);
    },
    close() {
      for (const stop of stopsLending) stop();
      stopFrames();
      stopSwitching();
      for (const { aborting, stopWatching } of runs.values()) {
        aborting.abort();
        stopWatching();
      }
    },
  };
}

const hostOf = (endpoint: string) => URL.parse(endpoint)?.host ?? endpoint;
