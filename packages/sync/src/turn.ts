/** The bounds of a turn. Times are in milliseconds, lengths in UTF-16 code units. */
export const turnLimits = {
  /** How long an offer stands, and how long a holder may be silent on the socket. */
  offeredLease: 8_000,
  runningLease: 20_000,
  /** How often the server asks a holder whether it still runs the turn. */
  heartbeat: 5_000,
  /** How long a holder may be without a connection, and without a new word. */
  disconnected: 3_000,
  silence: 60_000,
  waiting: 24 * 3_600_000,
  /** Of all its epochs together. */
  running: 15 * 60_000,
  epochs: 6,
  /** How soon a holder that could not answer is asked once more: as its provider says, or after this time, at most this late. */
  retryAfter: 20_000,
  retryWithin: 60_000,
  /** With those that a browser of the asker declined which had not asked, or that no page heard: these do not count as tries. */
  offers: 12,
  /** When text is stored that was only forwarded: after so long, or when there is so much of it. */
  saveAfter: 1_000,
  saveLength: 4_096,
  /** From this length on, a new holder continues a text; it begins a shorter one again. */
  continueFrom: 400,
  textLength: 400_000,
  /** Turns of one space that wait, one of each person: a class that asks at once, with some to spare. */
  queue: 40,
} as const;

/** `waiting` for a holder, `offered` to one, `running` in its browser; the others are ends. */
export type TurnState = 'waiting' | 'offered' | 'running' | 'done' | 'failed' | 'stopped' | 'expired';

/** Why a turn ended in another way than with its answer. */
export type TurnEnding =
  /** By a member with the right to; `withdrawn`: by the asker, before any answer. */
  | 'stopped'
  | 'withdrawn'
  /** The provider would not answer this, and no other would either. */
  | 'refused'
  /** Its epochs, its time or its length are used up. */
  | 'too-many-epochs'
  | 'out-of-time'
  | 'too-long'
  /** It had no holder for a day. */
  | 'nobody-came';

/**
 * Why a holder could not go on; all but `refused` are worth trying elsewhere. `credit`: its account has none left;
 * `closing`: its page is being left.
 */
export type TurnFailure =
  | 'key'
  | 'credit'
  | 'model'
  | 'limit'
  | 'network'
  | 'provider'
  | 'refused'
  | 'closing';

/**
 * Why a lender did not take an offer. `hour`: the asker's questions of this hour, `used-up`: what is lent a day, `no-room`:
 * too little is left for an answer; `too-long`: for this question.
 */
export type TurnDecline =
  | 'not-lent'
  | 'other-model'
  | 'not-allowed'
  | 'hour'
  | 'used-up'
  | 'no-room'
  | 'too-long'
  | 'busy';

/** What an epoch cost, as the holder's browser says. */
export interface Spent {
  /** Tokens. */
  input: number;
  output: number;
  /** US dollars; null where no price is known. */
  usd: number | null;
  /** No usage came from the provider. */
  is_estimate: boolean;
}

/** Which model a holder asks, and what it sends. */
export interface Started {
  provider: string;
  model: string;
  /** The host that gets the question. */
  host: string;
  /** Ids of the messages that it gets to read. */
  used: string[];
}

/** One epoch of a turn, from its offer on: the part of the receipt that one holder is accountable for. */
export interface Segment {
  epoch: number;
  holder_id: string;
  /** Where it lost the turn; null or missing where that is not known. */
  connection?: string | null;
  /** Which browser of the holder it is, by its sign-in, until the turn ends; null or missing where that is not known. */
  browser?: string | null;
  /** Null until it has said so, and for good when it never started. */
  started: Started | null;
  /** Its part of the text; the same number twice: nothing of it is used. */
  from: number;
  to: number;
  spent: Spent | null;
  /** Why it is over: `ended` or an early ending with the answer, or how it lost the turn. Null while it goes on. */
  because: SegmentEnding | null;
  /** Of one that was declined. */
  declined?: TurnDecline;
  /** When its holder may answer, as far as that is known (milliseconds since 1970). */
  until?: number;
  /** Its holder is asked once more at that time, without anyone's doing. */
  is_retried?: boolean;
}

/** Why an answer is not complete though its provider has ended it. */
export type EarlyEnding = 'length' | 'paused' | 'tool';

export type SegmentEnding =
  | 'ended'
  | EarlyEnding
  | 'declined'
  | 'lapsed'
  | 'gone'
  | 'silent'
  | 'stopped'
  | 'out-of-time'
  | 'too-long'
  | TurnFailure;

/** A turn as it is stored. Times are milliseconds since 1970. */
export interface TurnRow {
  state: TurnState;
  asked_by: string;
  /** In which browser, by its sign-in, until the turn ends; null where that is not known. */
  asked_on: string | null;
  asked_at: number;
  /** How often it was offered. */
  epoch: number;
  /** Who has the lease, on which connection, and until when. */
  holder_id: string | null;
  connection: string | null;
  lease_until: number | null;
  /** Where the text of this epoch begins. */
  base: number;
  text: string;
  /** When the last new word came; of thinking, too. */
  word_at: number | null;
  /** Since when this epoch has run, and milliseconds that epochs before it ran. */
  running_since: number | null;
  ran: number;
  segments: Segment[];
  /** Holders who declined or failed, and when: they are not asked again, unless they lend anew. */
  excluded: Readonly<Record<string, number>>;
  ended_at: number | null;
  because: TurnEnding | null;
}

/** A turn where it is worked on: its text may be ahead of what is stored. */
export interface OngoingTurn extends TurnRow {
  /** How much of the text is stored, and since when. */
  saved_length: number;
  saved_at: number;
  /** Since when the holder has had no connection. */
  disconnected_at: number | null;
}

export const newTurn = (asked_by: string, now: number, asked_on: string | null = null): TurnRow => ({
  state: 'waiting',
  asked_by,
  asked_on,
  asked_at: now,
  epoch: 0,
  holder_id: null,
  connection: null,
  lease_until: null,
  base: 0,
  text: '',
  word_at: null,
  running_since: null,
  ran: 0,
  segments: [],
  excluded: {},
  ended_at: null,
  because: null,
});

/** A turn that was just read. */
export const turnOf = (row: TurnRow, now: number): OngoingTurn => ({
  ...row,
  saved_length: row.text.length,
  saved_at: now,
  disconnected_at: null,
});

/** The stored part of a turn. */
export function storedTurn({ saved_length, saved_at, disconnected_at, ...row }: OngoingTurn): TurnRow {
  return row;
}

export const hasEnded = ({ state }: Pick<TurnRow, 'state'>): boolean =>
  state !== 'waiting' && state !== 'offered' && state !== 'running';

/** Where a holder begins that is offered a turn with this text: at its end, or at 0. */
export const baseFor = (text: string): number => (text.length < turnLimits.continueFrom ? 0 : text.length);

/** What a person may do with a turn of a space they are in. */
export function turnRights(
  turn: Pick<TurnRow, 'state' | 'asked_by' | 'holder_id'> & {
    segments: readonly { holder_id: string | null }[];
  },
  { user_id, is_host }: { user_id: string; is_host: boolean },
) {
  const isAsker = turn.asked_by === user_id;
  const isWaiting = turn.state === 'waiting';
  return {
    stop: !hasEnded(turn) && (isAsker || is_host || turn.holder_id === user_id),
    withdraw: isWaiting && isAsker,
    retry: isWaiting && isAsker,
    /** With their own key alone, which may work by now. */
    retry_own: isWaiting && turn.segments.some(({ holder_id }) => holder_id === user_id),
    again: hasEnded(turn) && (isAsker || is_host),
  };
}

/** Whether a member may ask another turn in a space; `open` are its turns that have not ended. */
export function mayAsk(
  open: readonly Pick<TurnRow, 'state' | 'asked_by'>[],
  asked_by: string,
): 'yes' | 'one-waits' | 'queue-full' {
  const waiting = open.filter(({ state }) => state === 'waiting');
  if (waiting.some((turn) => turn.asked_by === asked_by)) return 'one-waits';
  return waiting.length < turnLimits.queue ? 'yes' : 'queue-full';
}
