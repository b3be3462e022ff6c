import {
  type EarlyEnding,
  hasEnded,
  type OngoingTurn,
  type Segment,
  type SegmentEnding,
  type Spent,
  type Started,
  type TurnDecline,
  type TurnEnding,
  type TurnFailure,
  type TurnRow,
  turnLimits,
  turnOf,
} from './turn.ts';

/** Sent by a browser that has, or claims to have, the lease. */
interface FromHolder {
  /** The account signed in on its connection. */
  holder_id: string;
  connection: string;
  epoch: number;
}

/** In how many milliseconds the same browser may be able to answer; missing: not before something changes there. */
interface Retryable {
  retry_in?: number | undefined;
}

/** A piece of an answer. */
export interface TurnAppend extends FromHolder {
  type: 'append';
  /** Where the text of this epoch begins: 0, or the length of the text that was offered. */
  base: number;
  /** Where `text` begins in the whole text. */
  offset: number;
  text: string;
  /** The model is thinking: a sign of life without text. */
  is_thinking?: boolean;
  started?: Started;
  /** Nothing comes after it; `length` is that of the whole text. */
  ended?: { length: number; spent: Spent; because?: EarlyEnding | undefined };
}

interface HolderFound {
  type: 'holder-found';
  holder_id: string;
  connection: string;
  browser?: string | null;
  /** Of the text so far it may know nothing, and begins again. */
  isApart?: boolean;
}

export type TurnEvent =
  | HolderFound
  | TurnAppend
  /** Answers a request of the server, and is sent by a browser after it has reconnected. */
  | ({ type: 'heartbeat' } & FromHolder)
  | ({ type: 'declined'; because: TurnDecline } & FromHolder & Retryable)
  | ({ type: 'failed'; because: TurnFailure } & FromHolder & Retryable)
  /**
   * By the asker: someone who declined or failed is asked again. `asked_on`: for a model that they chose in this browser;
   * then everyone is.
   */
  | { type: 'retried'; holder_id: string }
  | { type: 'retried'; asked_on: string | null }
  /** For any epoch that this person had. */
  | { type: 'spent'; holder_id: string; epoch: number; spent: Spent }
  /** `isLeft`: its page was left, and will not connect again. */
  | { type: 'connection-gone'; connection: string; isLeft?: boolean }
  /** By a member with the right to (`turnRights`). */
  | { type: 'stopped' }
  | { type: 'withdrawn' }
  /** To be applied at `deadline()`, and harmless at any other time. */
  | { type: 'time-passed'; servedSince?: number };

/** Why a lease is over: lost, or the turn has ended in this way. */
export type RevokedBecause = 'lapsed' | 'refused' | 'done' | 'failed' | 'stopped' | 'expired';

export type TurnEffect =
  /** To one connection. */
  | { type: 'offer'; connection: string; epoch: number; until: number; text: string }
  /** How long the text is here: what comes after it is to be sent again, and of an epoch what comes after its base. */
  | { type: 'ack'; connection: string; epoch: number; length: number }
  | { type: 'revoke'; connection: string; epoch: number; because: RevokedBecause }
  /** To everyone in the space. */
  | { type: 'delta'; epoch: number; base: number; offset: number; text: string };

export interface Advanced {
  turn: OngoingTurn;
  /**
   * What has to be written where the stored state, epoch and connection are still those of the turn that was advanced;
   * otherwise another node was first: none of this counts, and the row is read again (`reread`).
   * `state`: the row, with a number of the feed, before any effect; advance what was read in the same transaction, for
   * other nodes write costs into segments. `text`: connection, lease, word_at and text alone, without a number; its
   * effects need not wait. Null: nothing yet.
   */
  save: 'state' | 'text' | null;
  effects: TurnEffect[];
}

/**
 * What an event makes of a turn. Events that do not fit, such as those of a lower epoch or after the end, change
 * nothing, and a browser whose lease is over is notified. A lease lasts until its end is noticed, with `time-passed`. The
 * turn that comes back counts as saved where `save` says so.
 * @param now milliseconds since 1970, on the server's clock
 */
export function advanceTurn(turn: OngoingTurn, event: TurnEvent, now: number): Advanced {
  switch (event.type) {
    case 'holder-found':
      return turn.state === 'waiting' ? offered(turn, event, now) : unchanged(turn);
    case 'append':
      return holds(turn, event) ? appended(turn, event, now) : revoked(turn, event);
    case 'heartbeat':
      return holds(turn, event) ? renewed(turn, event, now) : revoked(turn, event);
    case 'declined':
      return holds(turn, event) && turn.state === 'offered'
        ? lost(excluding(turn, event, now, { declined: event.because }), 'declined', now)
        : unchanged(turn);
    case 'retried':
      return turn.state === 'waiting' ? retried(turn, event, now) : unchanged(turn);
    case 'failed':
      return holds(turn, event) ? failed(turn, event, now) : unchanged(turn);
    case 'spent':
      return settled(turn, event, now);
    case 'connection-gone':
      return turn.connection === event.connection ? disconnected(turn, event, now) : unchanged(turn);
    case 'stopped':
      return hasEnded(turn) ? unchanged(turn) : ended(turn, 'stopped', 'stopped', now);
    case 'withdrawn':
      // An offer may have been faster than the press.
      return turn.state === 'waiting' || turn.state === 'offered'
        ? ended(turn, 'stopped', 'withdrawn', now)
        : unchanged(turn);
    case 'time-passed':
      return timePassed(turn, now, event.servedSince);
  }
}

/**
 * A turn whose row may have been written by another node since: what is stored counts, and text that is not stored yet
 * stays where the lease is still the same.
 */
export function reread(turn: OngoingTurn, row: TurnRow, now: number): OngoingTurn {
  const isSameLease =
    row.state === turn.state && row.epoch === turn.epoch && row.connection === turn.connection;
  // Of a turn that has ended nothing is unsaved; its text may have been deleted since.
  if (row.ended_at !== null || !isSameLease || !turn.text.startsWith(row.text)) return turnOf(row, now);
  const segments = row.segments.map((segment, at) => ({
    ...segment,
    to: turn.segments[at]?.to ?? segment.to,
  }));
  return { ...turn, segments, excluded: row.excluded, saved_length: row.text.length };
}

/**
 * The connection for which a node works on a turn: that of its holder, while it is connected to this node or was
 * a moment ago. Null: another node does, or none; what this one knows of it may be outdated by its next event.
 * @param before what this answered last
 */
export function ownConnection(
  { connection }: OngoingTurn,
  before: string | null,
  isConnected: (connection: string) => boolean,
): string | null {
  return connection !== null && (connection === before || isConnected(connection)) ? connection : null;
}

/**
 * When time alone changes something next, in milliseconds since 1970; null: never.
 * @param servedSince since when the server has worked without a break, as far as that is known
 */
export function deadline(turn: OngoingTurn, servedSince = 0): number | null {
  if (hasEnded(turn)) return null;
  if (turn.state === 'waiting') return turn.asked_at + turnLimits.waiting;
  const { disconnected_at, saved_length, saved_at, text } = turn;
  const times = [lapsesAt(turn, servedSince)];
  if (turn.state === 'running') {
    times.push(runsUntil(turn), silentAt(turn, servedSince));
    if (disconnected_at !== null) times.push(disconnected_at + turnLimits.disconnected);
    if (text.length > saved_length) times.push(saved_at + turnLimits.saveAfter);
  }
  return Math.min(...times.filter((time) => time !== null));
}

const unchanged = (turn: OngoingTurn): Advanced => ({ turn, save: null, effects: [] });

/** Every save stores the whole text. */
const saved = (turn: OngoingTurn, now: number): OngoingTurn => ({
  ...turn,
  saved_length: turn.text.length,
  saved_at: now,
});

/** Whether this is the holder: only an offered or running turn has one. Any of their connections counts, after a reconnect. */
const holds = ({ epoch, holder_id }: OngoingTurn, event: FromHolder): boolean =>
  epoch === event.epoch && holder_id === event.holder_id;

function revoked(turn: OngoingTurn, { connection, epoch }: FromHolder, because = becauseOf(turn)): Advanced {
  return { ...unchanged(turn), effects: [{ type: 'revoke', connection, epoch, because }] };
}

const becauseOf = ({ state }: OngoingTurn): RevokedBecause =>
  state === 'waiting' || state === 'offered' || state === 'running' ? 'lapsed' : state;

function offered(
  turn: OngoingTurn,
  { holder_id, connection, browser = null, isApart = false }: HolderFound,
  now: number,
) {
  const epoch = turn.epoch + 1;
  const until = now + turnLimits.offeredLease;
  const { length } = turn.text;
  const segment: Segment = {
    epoch,
    holder_id,
    ...(browser !== null && { browser }),
    started: null,
    from: length,
    to: length,
    spent: null,
    because: null,
  };
  const next: OngoingTurn = {
    ...turn,
    state: 'offered',
    epoch,
    holder_id,
    connection,
    lease_until: until,
    disconnected_at: null,
    segments: [...turn.segments, segment],
  };
  const text = isApart ? '' : turn.text;
  return advanced(next, now, [{ type: 'offer', connection, epoch, until, text }]);
}

/** A change of state. */
const advanced = (turn: OngoingTurn, now: number, effects: TurnEffect[] = []): Advanced => ({
  turn: saved(turn, now),
  save: 'state',
  effects,
});

function appended(turn: OngoingTurn, event: TurnAppend, now: number): Advanced {
  if (!fits(turn, event)) return revoked(turn, event, 'refused');
  const before = turn.state === 'offered' ? started(turn, event.base, now) : turn;
  const length = before.text.length;
  const isGap = event.offset > length;
  const text = isGap ? '' : event.text.slice(length - event.offset);
  if (length + text.length > turnLimits.textLength) return ended(before, 'failed', 'too-long', now);
  const isWord = text !== '' || event.is_thinking === true;
  const next = withStarted(
    {
      ...before,
      text: before.text + text,
      connection: event.connection,
      disconnected_at: null,
      lease_until: now + turnLimits.runningLease,
      word_at: isWord ? now : before.word_at,
    },
    event.started,
  );
  const effects: TurnEffect[] = [];
  if (text !== '') effects.push(deltaOf(next, length, text));
  if (!isGap && event.ended?.length === next.text.length) {
    const answered = withSpent(next, next.epoch, event.ended.spent);
    return { ...ended(answered, 'done', null, now, event.ended.because), effects };
  }
  if (isGap || event.connection !== turn.connection || event.ended) effects.push(ackOf(next));
  const isNews = next.state !== turn.state || lastOf(next).started !== lastOf(before).started;
  if (isNews) return advanced(next, now, effects);
  return { ...savedIfDue(next, now, event.connection !== turn.connection), effects };
}

/** A base is the end of the text that was offered, or its beginning. */
const fits = (turn: OngoingTurn, { base }: TurnAppend): boolean =>
  turn.state === 'offered' ? base === 0 || base === turn.text.length : base === turn.base;

/** The text of the epochs before is cut where this one begins: here, and in what is stored. */
function started(turn: OngoingTurn, base: number, now: number): OngoingTurn {
  return {
    ...turn,
    state: 'running',
    base,
    text: turn.text.slice(0, base),
    running_since: now,
    word_at: now,
    segments: turn.segments.map((segment) => ({
      ...segment,
      from: Math.min(segment.from, base),
      to: Math.min(segment.to, base),
    })),
  };
}

/** The segment of this epoch with its end, and which model it asked: the first piece that names one counts. */
function withStarted(turn: OngoingTurn, started: Started | undefined): OngoingTurn {
  return withLast(turn, (last) => ({
    ...last,
    to: turn.text.length,
    started: last.started ?? started ?? null,
  }));
}

const lastOf = ({ segments }: OngoingTurn): Segment => segments.at(-1) as Segment;

const withLast = (turn: OngoingTurn, change: (last: Segment) => Segment): OngoingTurn => ({
  ...turn,
  segments: [...turn.segments.slice(0, -1), ...turn.segments.slice(-1).map(change)],
});

const withSpent = (turn: OngoingTurn, epoch: number, spent: Spent): OngoingTurn => ({
  ...turn,
  segments: turn.segments.map((segment) =>
    segment.epoch === epoch && segment.spent === null ? { ...segment, spent } : segment,
  ),
});

const deltaOf = ({ epoch, base }: OngoingTurn, offset: number, text: string): TurnEffect => ({
  type: 'delta',
  epoch,
  base,
  offset,
  text,
});

/** The text of an offer comes from earlier holders: nothing of its own holder's has arrived. */
const ackOf = ({ state, connection, epoch, text }: OngoingTurn): TurnEffect => ({
  type: 'ack',
  connection: connection ?? '',
  epoch,
  length: state === 'offered' ? 0 : text.length,
});

/** Text is stored each second, or as soon as there is much of it; a lease that has moved, at once. */
function savedIfDue(turn: OngoingTurn, now: number, isUrgent: boolean): Advanced {
  const unsaved = turn.text.length - turn.saved_length;
  const isDue =
    unsaved >= turnLimits.saveLength || (unsaved > 0 && now >= turn.saved_at + turnLimits.saveAfter);
  return isDue || isUrgent ? { turn: saved(turn, now), save: 'text', effects: [] } : unchanged(turn);
}

/** A holder that still runs learns how much has arrived, and may send the rest again. */
function renewed(turn: OngoingTurn, { connection }: FromHolder, now: number): Advanced {
  const lease_until = turn.state === 'running' ? now + turnLimits.runningLease : turn.lease_until;
  const next: OngoingTurn = { ...turn, connection, lease_until, disconnected_at: null };
  return { turn: saved(next, now), save: 'text', effects: [ackOf(next)] };
}

function failed(
  turn: OngoingTurn,
  event: FromHolder & Retryable & { because: TurnFailure },
  now: number,
): Advanced {
  const { because } = event;
  if (because === 'refused') return ended(turn, 'failed', 'refused', now);
  return lost(because === 'closing' ? turn : excluding(turn, event, now), because, now);
}

/** Not asked again, or only once what keeps its browser from answering is over. */
function excluding(
  turn: OngoingTurn,
  { holder_id, retry_in }: Pick<FromHolder, 'holder_id'> & Retryable,
  now: number,
  { declined }: Pick<Segment, 'declined'> = {},
): OngoingTurn {
  const wasRetried = turn.segments.some((one) => one.holder_id === holder_id && one.is_retried);
  const is_retried = retry_in !== undefined && retry_in <= turnLimits.retryWithin && !wasRetried;
  const noted = withLast(turn, (last) => ({
    ...last,
    ...(declined !== undefined && { declined }),
    ...(retry_in !== undefined && { until: now + retry_in }),
    ...(is_retried && { is_retried }),
  }));
  return { ...noted, excluded: { ...turn.excluded, [holder_id]: now } };
}

function retried(turn: OngoingTurn, event: Extract<TurnEvent, { type: 'retried' }>, now: number): Advanced {
  if ('asked_on' in event) return advanced({ ...turn, excluded: {}, asked_on: event.asked_on }, now);
  const { [event.holder_id]: _, ...excluded } = turn.excluded;
  return advanced({ ...turn, excluded }, now);
}

/** The holder has no lease any more; another one may have the turn, or the same one again. */
function lost(turn: OngoingTurn, because: SegmentEnding, now: number): Advanced {
  const next: OngoingTurn = { ...released(turn, because, now), state: 'waiting' };
  if (hasNoTryLeft(next)) return ended(turn, 'failed', 'too-many-epochs', now, because);
  return advanced(next, now, revokeEffects(turn, because, 'lapsed'));
}

function hasNoTryLeft({ asked_by, asked_on, epoch, segments }: OngoingTurn): boolean {
  const free = segments.filter(
    ({ holder_id, browser = null, because, started }) =>
      // What the asker's other browsers decline takes nothing from the one that asked.
      (because === 'declined' && holder_id === asked_by && browser !== asked_on) ||
      // A locked phone has tried nothing.
      (because === 'lapsed' && started === null),
  );
  return epoch - free.length >= turnLimits.epochs || epoch >= turnLimits.offers;
}

function released(turn: OngoingTurn, because: SegmentEnding, now: number): OngoingTurn {
  const { state, connection, running_since, ran } = turn;
  const isHeld = state === 'offered' || state === 'running';
  return {
    ...(isHeld ? withLast(turn, (last) => ({ ...last, because, connection })) : turn),
    holder_id: null,
    connection: null,
    lease_until: null,
    disconnected_at: null,
    word_at: null,
    running_since: null,
    ran: running_since === null ? ran : ran + now - running_since,
  };
}

/** A holder that gave the turn up need not be notified. */
function revokeEffects(turn: OngoingTurn, why: SegmentEnding, because: RevokedBecause): TurnEffect[] {
  const { connection, epoch } = turn;
  const isNotified = ['lapsed', 'gone', 'silent', 'stopped', 'out-of-time', 'too-long'].includes(why);
  return connection !== null && isNotified ? [{ type: 'revoke', connection, epoch, because }] : [];
}

/** @param why how its last holder lost it, where that does not follow from how the turn ended */
function ended(
  turn: OngoingTurn,
  state: 'done' | 'failed' | 'stopped' | 'expired',
  because: TurnEnding | null,
  now: number,
  why = segmentEnding(because),
): Advanced {
  const before = released(turn, why, now);
  const segments = before.segments.map(({ browser: _, ...segment }) => segment);
  const next: OngoingTurn = { ...before, segments, asked_on: null, state, because, ended_at: now };
  return advanced(next, now, revokeEffects(turn, why, state));
}

function segmentEnding(because: TurnEnding | null): SegmentEnding {
  if (because === null) return 'ended';
  return because === 'refused' || because === 'out-of-time' || because === 'too-long' ? because : 'stopped';
}

/** The cost of an epoch is recorded once, at its own segment, however the turn has gone on. */
function settled(
  turn: OngoingTurn,
  { holder_id, epoch, spent }: { holder_id: string; epoch: number; spent: Spent },
  now: number,
): Advanced {
  const segment = turn.segments.find((one) => one.epoch === epoch && one.holder_id === holder_id);
  return segment && segment.spent === null ? advanced(withSpent(turn, epoch, spent), now) : unchanged(turn);
}

function disconnected(turn: OngoingTurn, { isLeft = false }: { isLeft?: boolean }, now: number): Advanced {
  if (isLeft) return lost(turn, 'closing', now);
  if (turn.state === 'offered') return lost(turn, 'gone', now);
  return unchanged({ ...turn, disconnected_at: turn.disconnected_at ?? now });
}

const runsUntil = ({ running_since, ran }: OngoingTurn): number | null =>
  running_since === null ? null : running_since + turnLimits.running - ran;

/**
 * When the lease is over. One that was given before the server began to work lasts until its holder has had time to
 * connect again: what it writes would otherwise be paid a second time.
 */
function lapsesAt({ state, lease_until }: OngoingTurn, servedSince: number): number | null {
  if (lease_until === null) return null;
  const lease = state === 'offered' ? turnLimits.offeredLease : turnLimits.runningLease;
  return lease_until < servedSince + lease ? servedSince + turnLimits.runningLease : lease_until;
}

/** Nothing could be heard before the server began to work. */
const silentAt = ({ word_at }: OngoingTurn, servedSince: number): number | null =>
  word_at === null ? null : Math.max(word_at, servedSince) + turnLimits.silence;

/** A model that has written nothing would be asked, and paid, for another silence; one that has may go on at once. */
function silenced(turn: OngoingTurn, now: number): OngoingTurn {
  const { from, to } = lastOf(turn);
  const { holder_id } = turn;
  if (from < to) return withLast(turn, (last) => ({ ...last, until: now }));
  return holder_id === null ? turn : excluding(turn, { holder_id }, now);
}

function timePassed(turn: OngoingTurn, now: number, servedSince = 0): Advanced {
  if (hasEnded(turn)) return unchanged(turn);
  if (turn.state === 'waiting') {
    const isOver = now >= turn.asked_at + turnLimits.waiting;
    return isOver ? ended(turn, 'expired', 'nobody-came', now) : unchanged(turn);
  }
  const isPast = (time: number | null, after = 0) => time !== null && now >= time + after;
  if (isPast(lapsesAt(turn, servedSince))) return lost(turn, 'lapsed', now);
  if (turn.state === 'offered') return unchanged(turn);
  if (isPast(runsUntil(turn))) return ended(turn, 'failed', 'out-of-time', now);
  if (isPast(silentAt(turn, servedSince))) return lost(silenced(turn, now), 'silent', now);
  if (isPast(turn.disconnected_at, turnLimits.disconnected)) return lost(turn, 'gone', now);
  return savedIfDue(turn, now, false);
}
