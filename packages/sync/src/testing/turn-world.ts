import {
  advanceTurn,
  ownConnection,
  reread,
  type TurnAppend,
  type TurnEffect,
  type TurnEvent,
} from '../advance-turn.ts';
import { isExcluded } from '../holder-for.ts';
import { hasEnded, newTurn, type OngoingTurn, storedTurn, type TurnRow, turnOf } from '../turn.ts';

/** Nodes with one turn, the browsers that may hold it, and the network between them, small enough to try everything. */
export interface World {
  /** What is stored, and what each node knows that works on it; null: it reads what is stored with the next event. */
  row: TurnRow;
  nodes: readonly (Working | null)[];
  servedSince: readonly number[];
  holders: readonly Holder[];
  /** What is under way, in no order. */
  net: readonly Message[];
  room: number;
  /** How often each of these may still happen. */
  left: Readonly<Record<Mishap, number>>;
  /** By epoch, for the checks: the whole text that its holder sends, how often a provider was asked, what it started from. */
  whole: readonly string[];
  calls: readonly number[];
  /** When the last offer was made, and whether a lease was lost before its holder could be back after a restart. */
  offeredAt: number;
  isLostEarly: boolean;
  /** Whom who asked wanted to be asked again, after which epoch. */
  pressed: readonly { holder_id: string; epoch: number }[];
  /** The epochs whose model wrote nothing for a minute. */
  silent: readonly number[];
}

interface Working {
  turn: OngoingTurn;
  /** The holder's connection to this node. */
  own: string | null;
}

type Mishap =
  | 'copy'
  | 'crash'
  | 'death'
  | 'reconnect'
  | 'failure'
  | 'limit'
  | 'silence'
  | 'press'
  | 'stop'
  | 'epoch';

/** Everything happens at 0, but what has to wait: a restart comes after all leases, a retry after what a provider says. */
const restart = 100_000;
const pause = 5_000;

interface Holder {
  /** Whose browser it is. */
  person: string;
  /** The highest epoch it was offered. */
  seen: number;
  connection: number;
  isDead: boolean;
  /** How many answers its ledger holds. */
  paid: number;
  run: { epoch: number; base: number; whole: string; at: number } | null;
}

/** To the server, or else to one connection. */
type Message = { key: string } & ({ event: TurnEvent } | { effect: ToOne });
type ToOne = Exclude<TurnEffect, { type: 'delta' }>;

/** How the parts behave; tests replace one by a mistake. */
export interface Rules {
  advance: typeof advanceTurn;
  /** What is in the database after a change of state. */
  stored(row: TurnRow, turn: OngoingTurn): TurnRow;
  takes(holder: Holder, epoch: number): boolean;
  ownConnection: typeof ownConnection;
  isExcluded: typeof isExcluded;
  /** Whether what a lender has set pays for one more answer. */
  pays(paid: number, budget: number): boolean;
}

export const rules: Rules = {
  advance: advanceTurn,
  stored: (_, turn) => storedTurn(turn),
  takes: (holder, epoch) => epoch > holder.seen,
  ownConnection,
  isExcluded,
  pays: (paid, budget) => paid < budget,
};

export interface Bounds {
  nodes?: number;
  holders: number;
  /** Whose browsers the holders are; each is another person's where this is missing. */
  people?: number;
  /** Pieces of one character in the answer of one epoch. */
  pieces: number;
  /** Answers that each holder pays for; any number where this is missing. */
  budget?: number;
  /** Messages under way. */
  room: number;
  left: World['left'];
}

const steady = (turn: OngoingTurn): OngoingTurn => {
  const isRunning = turn.state === 'running';
  const since = isRunning ? 0 : null;
  const lease_until = isRunning ? 20_000 : turn.state === 'offered' ? 8_000 : null;
  const disconnected_at = turn.disconnected_at === null ? null : 0;
  return {
    ...turn,
    saved_at: 0,
    ran: 0,
    running_since: since,
    word_at: since,
    lease_until,
    disconnected_at,
  };
};

export function firstWorld({ nodes = 1, holders, people = holders, room, left }: Bounds): World {
  const row = newTurn('ada', 0);
  const holder = { seen: 0, connection: 0, isDead: false, paid: 0, run: null };
  return {
    row,
    nodes: Array.from({ length: nodes }, () => null),
    servedSince: Array.from({ length: nodes }, () => 0),
    holders: Array.from({ length: holders }, (_, at) => ({ ...holder, person: `p${at % people}` })),
    net: [],
    room,
    left,
    whole: [''],
    calls: [0],
    offeredAt: 0,
    isLostEarly: false,
    pressed: [],
    silent: [],
  };
}

/** Everything that may happen next. */
export function* nextWorlds(world: World, bounds: Bounds, rules: Rules): Generator<World> {
  const { nodes, row, left, net } = world;
  for (const message of net) {
    const without = { ...world, net: net.filter((other) => other !== message) };
    yield without; // lost
    yield* delivered(without, message, bounds, rules);
    if (left.copy > 0) yield* delivered(spend(world, 'copy'), message, bounds, rules);
  }
  if (row.state === 'waiting' && left.epoch > 0) {
    for (const now of offerTimes(world)) {
      for (const index of world.holders.keys()) yield* offeredTo(world, index, rules, now);
    }
  }
  if (row.state === 'waiting' && left.press > 0) {
    for (const holder_id of Object.keys(row.excluded)) {
      const next = afterEvent(spend(world, 'press'), 0, { type: 'retried', holder_id }, rules);
      yield { ...next, pressed: [...world.pressed, { holder_id, epoch: row.epoch }] };
    }
  }
  for (const [at, node] of nodes.entries()) {
    const servedSince = world.servedSince[at] ?? 0;
    const passed = (now: number) => afterEvent(world, at, { type: 'time-passed', servedSince }, rules, now);
    const { lease_until } = node?.turn ?? row;
    if (lease_until !== null) yield passed(servedSince === 0 ? lease_until : servedSince + 20_000);
    if (lease_until !== null && servedSince > 0) {
      const early = passed(servedSince + 1_000);
      yield { ...early, isLostEarly: row.lease_until !== null && early.row.lease_until === null };
    }
    if (node && left.silence > 0) yield* fallenSilent(spend(world, 'silence'), at, node, rules);
    if (node && node.turn.disconnected_at !== null) yield passed(3_000);
    if (node && node.turn.text.length > node.turn.saved_length) yield passed(1_000);
    if (left.stop > 0 && !hasEnded(row)) {
      for (const type of ['stopped', 'withdrawn'] as const)
        yield afterEvent(spend(world, 'stop'), at, { type }, rules);
    }
    if (node && nodes.length > 1) yield readAgain(world, at, rules);
    if (left.crash > 0) yield crashed(spend(world, 'crash'), at);
  }
  if (left.stop > 0 && !hasEnded(row)) yield stoppedElsewhere(spend(world, 'stop'), rules);
  for (const index of world.holders.keys()) yield* byHolder(world, index);
}

const spend = (world: World, mishap: Mishap): World => ({
  ...world,
  left: { ...world.left, [mishap]: world.left[mishap] - 1 },
});

const connectionOf = (index: number, { connection }: Holder) => `h${index}.${connection}`;
/** A browser that connects anew comes to the next node. */
const nodeOf = ({ nodes }: World, index: number, { connection }: Holder) =>
  (index + connection) % nodes.length;

/** The node that a connection leads to. */
function nodeBy({ nodes }: World, connection: string): number {
  const [index = 0, number = 0] = connection.slice(1).split('.').map(Number);
  return (index + number) % nodes.length;
}

const connectionIn = (message: Message): string =>
  'effect' in message
    ? message.effect.connection
    : ((message.event as { connection?: string }).connection ?? 'h0.0');

/** The connections that a node has. */
const isConnected = (world: World, at: number) => (connection: string) =>
  world.holders.some(
    (holder, index) =>
      !holder.isDead && nodeOf(world, index, holder) === at && connectionOf(index, holder) === connection,
  );

function* offeredTo(world: World, index: number, rules: Rules, now: number): Generator<World> {
  const holder = world.holders[index] as Holder;
  if (holder.isDead || rules.isExcluded(world.row, torchOf(world, index), torchesIn(world), now)) return;
  const holder_id = holder.person;
  const event: TurnEvent = { type: 'holder-found', holder_id, connection: connectionOf(index, holder) };
  const next = afterEvent(spend(world, 'epoch'), nodeOf(world, index, holder), event, rules);
  yield { ...next, offeredAt: now };
}

/** Its holder still answers each heartbeat. */
function* fallenSilent(world: World, at: number, { turn, own }: Working, rules: Rules): Generator<World> {
  if (turn.state !== 'running' || turn.disconnected_at !== null) return;
  const servedSince = world.servedSince[at] ?? 0;
  const beating = { turn: { ...turn, lease_until: servedSince + 80_000 }, own };
  const nodes = world.nodes.map((one, index) => (index === at ? beating : one));
  const event: TurnEvent = { type: 'time-passed', servedSince };
  const next = afterEvent({ ...world, nodes }, at, event, rules, servedSince + 60_000);
  const segment = next.row.segments.findLast(({ epoch }) => epoch === turn.epoch);
  const isSilent = segment?.because === 'silent' && segment.from === segment.to;
  yield isSilent ? { ...next, silent: [...world.silent, turn.epoch] } : next;
}

/** Only a retry has to wait, and what was offered later than others stays later. */
const offerTimes = ({ row, offeredAt }: World) =>
  new Set([0, ...row.segments.flatMap(({ until }) => until ?? [])].map((time) => Math.max(time, offeredAt)));

const torchOf = ({ holders }: World, index: number) => {
  const holder = holders[index] as Holder;
  return { user_id: holder.person, connection: connectionOf(index, holder), browser: null, lent_at: 0 };
};

const torchesIn = (world: World) =>
  [...world.holders.keys()].filter((at) => !world.holders[at]?.isDead).map((at) => torchOf(world, at));

/** What a node makes of an event. A change of state is decided with what is stored; text is stored where the lease is still the same. */
function afterEvent(world: World, at: number, event: TurnEvent, rules: Rules, now = 0): World {
  const { row } = world;
  const before = world.nodes[at]?.turn ?? turnOf(row, 0);
  const first = rules.advance(before, event, now);
  // Offers and what people do with a turn always go by what is stored.
  if (first.save === 'state' || ['holder-found', 'stopped', 'withdrawn', 'retried'].includes(event.type)) {
    const { turn, save, effects } = rules.advance(reread(before, row, 0), event, now);
    const stored = save === 'state' ? rules.stored(row, turn) : row;
    return sentBy(withNode({ ...world, row: stored }, at, turn, rules), effects);
  }
  const next = sentBy(withNode(world, at, first.turn, rules), first.effects);
  if (first.save === null) return next;
  const isFirst =
    row.state === before.state && row.epoch === before.epoch && row.connection === before.connection;
  return isFirst ? { ...next, row: textOf(row, first.turn) } : readAgain(next, at, rules, first.turn);
}

/** A node learns what another one has stored; a holder that has another lease now is notified. */
function readAgain(world: World, at: number, rules: Rules, known = world.nodes[at]?.turn): World {
  const { row } = world;
  if (!known) return world;
  const next = withNode(world, at, reread(known, row, 0), rules);
  const { connection, epoch } = known;
  const isLost = row.epoch !== epoch || row.connection !== connection;
  if (!isLost || connection === null) return next;
  return sentBy(next, [{ type: 'revoke', connection, epoch, because: 'lapsed' }]);
}

/** It forgets a turn whose holder is not connected to it. */
function withNode(world: World, at: number, turn: OngoingTurn, rules: Rules): World {
  const own = rules.ownConnection(turn, world.nodes[at]?.own ?? null, isConnected(world, at));
  const node = own === null ? null : { turn: steady(turn), own };
  return { ...world, nodes: world.nodes.map((one, index) => (index === at ? node : one)) };
}

const sentBy = (world: World, effects: readonly TurnEffect[]): World =>
  sent(world, effects.filter((effect) => effect.type !== 'delta').map(toHolder));

const textOf = (row: TurnRow, { text, connection, lease_until, word_at }: OngoingTurn): TurnRow => ({
  ...row,
  text,
  connection,
  lease_until,
  word_at,
});

/** The network holds a few messages, without duplicates or messages that no one would receive: the rest is lost. */
function sent(world: World, messages: readonly Message[]): World {
  const net = [...world.net];
  for (const message of messages) {
    const isKnown = net.some(({ key }) => key === message.key);
    if (!isKnown && net.length < world.room && isHeard(world, message)) net.push(message);
  }
  return net.length === world.net.length ? world : { ...world, net };
}

const isHeard = ({ holders }: World, message: Message): boolean =>
  'event' in message ||
  message.effect.type === 'offer' ||
  holders.some(({ run }) => run?.epoch === message.effect.epoch);

const toHolder = (effect: ToOne): Message => {
  const detail =
    effect.type === 'ack' ? effect.length : effect.type === 'offer' ? effect.text : effect.because;
  return { key: `${effect.type} ${effect.connection} ${effect.epoch} ${detail}`, effect };
};

const toServer = (event: TurnEvent): Message => {
  const { type, ...rest } = event;
  return { key: `${type} ${Object.values(rest).map(brief).join(' ')}`, event };
};

const brief = (value: unknown) => (typeof value === 'object' ? '+' : String(value));

/** By another node, which has only the row. */
const stoppedElsewhere = (world: World, rules: Rules): World => ({
  ...world,
  row: rules.stored(world.row, rules.advance(turnOf(world.row, 0), { type: 'stopped' }, 0).turn),
});

/** A node is killed: what it had not stored is lost, and so is every connection to it. */
function crashed(world: World, at: number): World {
  const isHit = world.holders.map((holder, index) => nodeOf(world, index, holder) === at);
  const holders = world.holders.map((holder, index) =>
    isHit[index] ? { ...holder, connection: holder.connection + 1 } : holder,
  );
  const left: World = {
    ...world,
    nodes: world.nodes.map((node, index) => (index === at ? null : node)),
    servedSince: world.servedSince.map((since, index) => (index === at ? restart : since)),
    holders,
    net: world.net.filter((message) => nodeBy(world, connectionIn(message)) !== at),
  };
  return holders.reduce((next, _, index) => (isHit[index] ? heartbeat(next, index) : next), left);
}

function* delivered(world: World, message: Message, bounds: Bounds, rules: Rules): Generator<World> {
  if ('event' in message) {
    yield afterEvent(world, nodeBy(world, connectionIn(message)), message.event, rules);
    return;
  }
  const { effect } = message;
  const index = world.holders.findIndex((one, at) => connectionOf(at, one) === effect.connection);
  const holder = world.holders[index];
  if (!holder || holder.isDead) return;
  if (effect.type === 'offer') yield* taken(world, index, effect, bounds, rules);
  else if (holder.run?.epoch !== effect.epoch) yield world;
  else if (effect.type === 'revoke') yield withHolder(world, index, { run: null });
  else
    yield withHolder(world, index, { run: { ...holder.run, at: Math.max(holder.run.base, effect.length) } });
}

const withHolder = (world: World, index: number, change: Partial<Holder>): World => ({
  ...world,
  holders: world.holders.map((holder, at) => (at === index ? { ...holder, ...change } : holder)),
});

/** A provider is asked: to continue the text, or from its beginning. */
function* taken(
  world: World,
  index: number,
  { epoch, text }: { epoch: number; text: string },
  { pieces, budget = Number.POSITIVE_INFINITY }: Bounds,
  rules: Rules,
): Generator<World> {
  const holder = world.holders[index] as Holder;
  if (!rules.takes(holder, epoch)) {
    yield world;
    return;
  }
  if (!rules.pays(holder.paid, budget)) {
    const from = { ...fromOf(index, holder), epoch };
    const event: TurnEvent = { type: 'declined', because: 'no-room', ...from };
    yield sent(withHolder(world, index, { seen: epoch, run: null }), [toServer(event)]);
    return;
  }
  const own = Array.from({ length: pieces }, (_, at) => String.fromCharCode(96 + epoch * pieces - at)).join(
    '',
  );
  for (const base of new Set([0, text.length])) {
    const whole = text.slice(0, base) + own;
    const run = { epoch, base, whole, at: base };
    const next = withHolder(world, index, { seen: epoch, paid: holder.paid + 1, run });
    const calls = [...world.calls];
    calls[epoch] = (calls[epoch] ?? 0) + 1;
    const wholes = [...world.whole];
    wholes[epoch] = whole;
    yield { ...next, calls, whole: wholes };
  }
}

const spent = { input: 1, output: 1, usd: 1, is_estimate: false };
const started = { provider: 'p', model: 'm', host: 'h', used: [] };

function* byHolder(world: World, index: number): Generator<World> {
  const holder = world.holders[index] as Holder;
  if (holder.isDead) return;
  const { left } = world;
  const gone = toServer({ type: 'connection-gone', connection: connectionOf(index, holder) });
  // A holder that was never asked can die and reconnect, too, but nothing would depend on it.
  if (holder.seen > 0) {
    if (left.death > 0) {
      yield sent(withHolder(spend(world, 'death'), index, { isDead: true, run: null }), [gone]);
    }
    if (left.reconnect > 0) {
      const next = withHolder(spend(world, 'reconnect'), index, { connection: holder.connection + 1 });
      yield heartbeat(sent(next, [gone]), index);
    }
  }
  if (!holder.run) return;
  if (left.failure > 0) {
    for (const because of ['key', 'closing', 'refused'] as const) {
      const next = withHolder(spend(world, 'failure'), index, { run: null });
      yield sent(next, [toServer({ type: 'failed', because, ...fromOf(index, holder) })]);
    }
  }
  if (left.limit > 0) {
    const next = withHolder(spend(world, 'limit'), index, { run: null });
    const failed = { type: 'failed', because: 'limit', retry_in: pause } as const;
    yield sent(next, [toServer({ ...failed, ...fromOf(index, holder) })]);
  }
  // It says that it has begun; where its model writes, the first piece says so.
  if (left.silence > 0 && holder.run.at === holder.run.base) {
    const { base } = holder.run;
    const begun = { type: 'append' as const, base, offset: base, text: '', started };
    yield sent(world, [toServer({ ...begun, ...fromOf(index, holder) })]);
  }
  yield holder.run.at < holder.run.whole.length ? pieceSent(world, index) : heartbeat(world, index);
}

const fromOf = (index: number, holder: Holder) => ({
  holder_id: holder.person,
  connection: connectionOf(index, holder),
  epoch: holder.run?.epoch ?? 0,
});

function pieceSent(world: World, index: number): World {
  const holder = world.holders[index] as Holder;
  const { run } = holder;
  if (!run) return world;
  const { at, base, whole } = run;
  const event: TurnAppend = {
    type: 'append',
    ...fromOf(index, holder),
    base,
    offset: at,
    text: whole.charAt(at),
    ...(at === base && { started }),
    ...(at + 1 === whole.length && { ended: { length: whole.length, spent } }),
  };
  return sent(withHolder(world, index, { run: { ...run, at: at + 1 } }), [toServer(event)]);
}

/** What a holder sends when it is asked to, and once it has connected anew. */
function heartbeat(world: World, index: number): World {
  const holder = world.holders[index] as Holder;
  return holder.run ? sent(world, [toServer({ type: 'heartbeat', ...fromOf(index, holder) })]) : world;
}

/** How the world ends when nothing goes wrong from here on; null: it does not end. */
export function endOf(world: World, bounds: Bounds, rules: Rules): World | null {
  let now: World = { ...world, net: [] };
  for (let step = 0; step < 100; step++) {
    if (hasEnded(now.row)) return now;
    const [message, ...rest] = now.net;
    const writer = now.holders.findIndex(({ run }) => run?.epoch === now.row.epoch);
    const run = now.holders[writer]?.run;
    if (message) {
      [now = world] = [...delivered({ ...now, net: rest }, message, bounds, rules), { ...now, net: rest }];
    } else if (now.row.state === 'waiting') {
      // Whoever is to be asked again is, once it is time.
      const time = Math.max(...offerTimes(now));
      const [next] = [...now.holders.keys()].flatMap((index) => [...offeredTo(now, index, rules, time)]);
      if (!next) return isAnyoneLeft(now, bounds) ? null : now;
      now = next;
    } else if (run && now.row.holder_id !== null) {
      now = run.at < run.whole.length ? pieceSent(now, writer) : heartbeat(now, writer);
    } else {
      const at = step % now.nodes.length;
      const servedSince = now.servedSince[at] ?? 0;
      const event: TurnEvent = { type: 'time-passed', servedSince };
      now = afterEvent(now, at, event, rules, Math.max(now.row.lease_until ?? 0, servedSince) + 21_000);
    }
  }
  return null;
}

/** Whether there is someone who has not failed for good, and was asked again at most once. */
const isAnyoneLeft = (
  { holders, row: { segments }, pressed, silent }: World,
  { budget = Number.POSITIVE_INFINITY }: Bounds,
) =>
  holders.some(({ person, isDead, paid }) => {
    const own = segments.filter(({ holder_id }) => holder_id === person);
    const losses = own.map(({ because }) => because);
    const isSilent = own.some(({ epoch }) => silent.includes(epoch));
    const isOut = losses.includes('key') || losses.includes('declined') || isSilent;
    const isLeft = !isOut && losses.filter((because) => because === 'limit').length < 2;
    const isPressed = pressed.some(
      (one) => one.holder_id === person && !own.some(({ epoch }) => epoch > one.epoch),
    );
    return !isDead && paid < budget && (isLeft || isPressed);
  });

/** By which connections a turn was lost in a way that counts for the next offers. */
const excludedIn = ({ excluded, segments }: TurnRow) =>
  segments
    .filter(({ because }) => ['key', 'limit', 'declined', 'silent'].includes(because ?? ''))
    .map(({ holder_id, connection, until }) => holder_id in excluded && `${connection} ${until}`);

/** What two worlds that behave alike have in common. */
export function keyOf(world: World): string {
  const { row, nodes, servedSince, holders, net, left, whole, calls } = world;
  const { offeredAt, isLostEarly, pressed, silent } = world;
  const turn = (one: TurnRow) =>
    `${one.state} ${one.epoch} ${one.connection} ${one.base} ${one.text} ${excludedIn(one)}`;
  const people = holders.map(
    ({ seen, connection, isDead, paid, run }) =>
      `${seen} ${connection} ${isDead} ${paid} ${run && `${run.epoch} ${run.base} ${run.at} ${run.whole}`}`,
  );
  const messages = net.map(({ key }) => key).sort();
  return [
    turn(row),
    nodes.map(
      (node) =>
        node && `${turn(node.turn)} ${node.turn.saved_length} ${node.turn.disconnected_at} ${node.own}`,
    ),
    people,
    messages,
    Object.values(left),
    whole,
    calls,
    servedSince,
    offeredAt,
    isLostEarly,
    pressed.map(({ holder_id, epoch }) => `${holder_id} ${epoch}`),
    silent,
  ].join('|');
}
