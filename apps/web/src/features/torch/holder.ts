import {
  type Amount,
  atMostTokens,
  baseFor,
  type Lend,
  type Spent,
  settle,
  type TurnDecline,
  type TurnFailure,
} from '@polylogue/sync/turns';
import type { HolderFrame, LiveSocket } from '../../api/socket.ts';
import { live } from '../../lib/state/live.ts';
import type { Answer, ChatQuestion, Failure, Usage } from '../keys/index.ts';
import { type Offer, type Plan, type PlanNeeds, plan } from './plan.ts';
import { questionOf } from './question.ts';
import { type Relay, type RelayNeeds, relay } from './relay.ts';

export interface HolderNeeds extends PlanNeeds, Pick<RelayNeeds, 'after'> {
  socket: Pick<LiveSocket, 'tell' | 'onHolderFrame' | 'onSwitch'>;
  answer(question: ChatQuestion, signal: AbortSignal): Answer;
  /** What is in the files of a question, by their id (base64). */
  dataOf(plan: Plan): Promise<ReadonlyMap<string, string>>;
  /** Milliseconds on a monotonic clock. */
  steady(): number;
  /** What was spent has changed. */
  settled(): void;
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
  relay: Relay | undefined;
  /** What pays for it, once that is known; null: it is one's own question. */
  lend: Lend | null;
}

/** How long an answer that has ended is kept in case the server has not heard of its end (milliseconds). */
const afterEnd = 60_000;

/** Answers turns that the server offers to this browser: its own person's, and those it lends to. */
export function holder(needs: HolderNeeds) {
  const { socket, answer, steady, after, ledger, lends, now, settled } = needs;
  const runs = new Map<string, Run>();
  /** The highest epoch of each turn that was ever offered: none is answered twice. */
  const seen = new Map<string, number>();
  const held = live<readonly HeldTurn[], readonly HeldTurn[]>([], (_, next) => next);

  function heard(frame: HolderFrame) {
    if (frame.type === 'offer') return void take(frame);
    const run = runs.get(frame.turn_id);
    if (run?.turn.epoch !== frame.epoch) return;
    if (frame.type === 'ack') run.relay?.acknowledged(frame.length);
    else if (frame.type === 'heartbeat-request') run.relay?.heartbeat();
    else run.aborting.abort();
  }

  async function take(offer: Offer) {
    const { feed, turn_id, epoch } = offer;
    if (epoch <= (seen.get(turn_id) ?? 0)) return;
    seen.set(turn_id, epoch);
    runs.get(turn_id)?.aborting.abort();
    const turn = { feed, turn_id, epoch };
    const run: Run = { turn, aborting: new AbortController(), relay: undefined, lend: null };
    runs.set(turn_id, run);
    const before = offer.text.slice(0, baseFor(offer.text));
    try {
      const planned = await plan(needs, offer, before);
      if (!('declined' in planned)) await ask(offer, run, planned, before);
      else if (!run.aborting.signal.aborted) decline(run, planned.declined);
    } catch {
      // Our own server was out of reach, or the ledger could not be written.
      if (!run.relay && !run.aborting.signal.aborted) decline(run, 'busy');
    }
    if (runs.get(turn_id) === run && !run.relay) runs.delete(turn_id);
  }

  const decline = ({ turn }: Run, because: TurnDecline) =>
    void socket.tell({ type: 'declined', ...turn, because });

  /** Another browser may go on at once. */
  function giveUp({ turn, aborting, relay: sending }: Run) {
    if (aborting.signal.aborted) return;
    if (sending) sending.fail('closing');
    else socket.tell({ type: 'failed', ...turn, because: 'closing' });
    aborting.abort();
  }

  async function ask(offer: Offer, run: Run, planned: Plan, before: string) {
    const { feed, turn_id } = offer;
    const { signal } = run.aborting;
    const { connection, context, maxTokens, choice, lend } = planned;
    // One's own question is paid for whatever is lent.
    run.lend = offer.asked_by === needs.me ? null : lend;
    // It may have been ended while its cost was being stored.
    lendsChanged();
    const data = await filesOf(planned, run).catch(async (error) => {
      // Nothing was sent.
      if (lend) await settleAs(run, { usd: 0, tokens: 0 });
      throw error;
    });
    const started = {
      provider: connection.provider,
      model: connection.model,
      host: hostOf(connection.endpoint),
      used: context.used,
    };
    const sending = relay({ tell: socket.tell, now: steady, after }, run.turn, before, started);
    run.relay = sending;
    sending.begin();
    held.dispatch([...held.read(), { space_id: feed, turn_id, asked_by: offer.asked_by }]);
    const question: ChatQuestion = {
      ...questionOf(context, data),
      maxTokens,
      ...(lend && { isLimitStrict: true }),
      ...(choice && { choice }),
    };
    let usage: Usage | undefined;
    let failure: TurnFailure | undefined;
    for await (const event of answer(question, signal)) {
      if (event.type === 'text') sending.add(event.text);
      else if (event.type === 'reasoning') sending.thinking();
      else if (event.type === 'usage') usage = event.usage;
      else if (event.type === 'failed') failure = failureOf(event.failure);
      else if (event.type === 'ended' && event.because === 'cut-off') failure = 'network';
      else if (event.type === 'ended' && isRefusal(event.because) && sending.text() === '')
        failure = 'refused';
    }
    const spent = spentOn(planned, usage, sending.text());
    if (signal.aborted) sending.spend(spent);
    else if (failure) {
      sending.fail(failure);
      sending.spend(spent);
    } else sending.end(spent);
    held.dispatch(held.read().filter((one) => one.turn_id !== turn_id));
    if (signal.aborted || failure) sending.stop();
    after(afterEnd, () => runs.get(turn_id) === run && runs.delete(turn_id));
    if (lend) await settleAs(run, usage ? costOf(planned, usage) : null);
  }

  async function filesOf(planned: Plan, { aborting }: Run) {
    const data = await needs.dataOf(planned);
    aborting.signal.throwIfAborted();
    return data;
  }

  /** @param cost null: what was reserved counts */
  async function settleAs({ turn }: Run, cost: Amount | null) {
    if (cost) await ledger.change((all) => settle(all, turn, cost)).catch(() => false);
    settled();
  }

  /** A lend that was ended, in this tab or another, ends what it pays for; one whose time is over lets it finish. */
  function lendsChanged() {
    for (const run of runs.values()) {
      const isOverByTime = run.lend?.until != null && now() >= run.lend.until;
      if (run.lend && !isOverByTime && !(run.turn.feed in lends.read())) giveUp(run);
    }
  }

  const stopLending = lends.listen(lendsChanged);
  const stopHearing = socket.onHolderFrame(heard);
  const stopSwitching = socket.onSwitch((isOpen) => {
    if (isOpen) for (const run of runs.values()) run.relay?.heartbeat();
  });

  return {
    held: { read: held.read, listen: held.listen, start: held.start },
    /** The page is being left. */
    leave() {
      for (const run of runs.values()) giveUp(run);
    },
    close() {
      stopLending();
      stopHearing();
      stopSwitching();
      for (const { aborting } of runs.values()) aborting.abort();
    },
  };
}

const hostOf = (endpoint: string) => URL.parse(endpoint)?.host ?? endpoint;

const isRefusal = (because: string) => because === 'filtered' || because === 'refused';

/** What else may help: another key, another provider, or nobody. */
function failureOf({ kind }: Failure): TurnFailure {
  switch (kind) {
    case 'key':
    case 'permission':
    case 'model':
      return 'key';
    case 'no-credit':
    case 'rate-limit':
      return 'limit';
    case 'connect':
    case 'offline':
      return 'network';
    case 'refused':
      return 'refused';
    default:
      return 'provider';
  }
}

function costOf({ counted }: Plan, usage: Usage): Amount {
  const usd = usage.cost ?? counted.usdOf(usage);
  return usd === null ? { usd: 0, tokens: usage.input + usage.output } : { usd, tokens: 0 };
}

function spentOn({ context, counted }: Plan, usage: Usage | undefined, text: string): Spent {
  const tokens = usage ?? { input: context.input, output: atMostTokens(text) };
  const usd = usage?.cost ?? counted.usdOf(tokens);
  return { input: tokens.input, output: tokens.output, usd, is_estimate: usage === undefined };
}
