/** How a reply is stored, as far as an append cares. Lengths and offsets count UTF-16 code units. */
export interface ReplyState {
  /** The run whose text came last; null while there is none. */
  run_id: string | null;
  body_length: number;
  reasoning_length: number;
  /** Milliseconds since 1970; null while its run goes on. */
  ended_at: number | null;
}

/** A piece of the text of one run: one answer being received for one reply. */
export interface Append {
  run_id: string;
  /** The run that this one continues; null when the reply was empty. */
  previous_run_id: string | null;
  /** How long the reply and its reasoning were when the run began. */
  base: number;
  reasoning_base: number;
  /** Where `text` begins in the whole reply, and `reasoning` in all of its reasoning. */
  offset: number;
  text: string;
  reasoning_offset: number;
  reasoning: string;
  /** When the run ended; absent while it goes on. */
  ended_at?: number;
}

/** `isNews`: something changes by it. `isLast`: no piece of this run that is stored came after this one. */
export interface Appended {
  text: string;
  reasoning: string;
  state: ReplyState;
  isNews: boolean;
  isLast: boolean;
}

export type RefusedAppend =
  /** Another run has continued from there; the text belongs in a separate reply. */
  | { refused: 'conflict' }
  /** Something before it is missing; it can be sent again from these lengths. */
  | { refused: 'gap'; body_length: number; reasoning_length: number };

/**
 * What a piece adds to a stored reply. Pieces may come twice, late and overlapping: what is there already is left out.
 * Another run may begin only where its browser saw the reply end; without that two texts would be mixed.
 */
export function appendToReply(state: ReplyState, piece: Append): Appended | RefusedAppend {
  const isSameRun = state.run_id === piece.run_id;
  if (!isSameRun && !continues(state, piece)) return { refused: 'conflict' };
  const { body_length, reasoning_length } = state;
  if (piece.offset > body_length || piece.reasoning_offset > reasoning_length) {
    return { refused: 'gap', body_length, reasoning_length };
  }
  const text = piece.text.slice(body_length - piece.offset);
  const reasoning = piece.reasoning.slice(reasoning_length - piece.reasoning_offset);
  const ended = isSameRun ? (state.ended_at ?? piece.ended_at ?? null) : (piece.ended_at ?? null);
  const next: ReplyState = {
    run_id: piece.run_id,
    body_length: body_length + text.length,
    reasoning_length: reasoning_length + reasoning.length,
    ended_at: ended,
  };
  return {
    text,
    reasoning,
    state: next,
    isNews: !isSame(state, next),
    isLast: isNewest(state, piece, isSameRun),
  };
}

/** Whether two are stored alike. */
function isSame(one: ReplyState, other: ReplyState): boolean {
  return (
    one.run_id === other.run_id &&
    one.body_length === other.body_length &&
    one.reasoning_length === other.reasoning_length &&
    one.ended_at === other.ended_at
  );
}

function continues(state: ReplyState, piece: Append): boolean {
  return (
    piece.previous_run_id === state.run_id &&
    piece.base === state.body_length &&
    piece.reasoning_base === state.reasoning_length
  );
}

/** A piece that reaches to the end of what is stored, or ends it, knows the reply better than one before it. */
function isNewest(state: ReplyState, piece: Append, isSameRun: boolean): boolean {
  if (!isSameRun) return true;
  const isEnd = piece.ended_at !== undefined;
  const reaches =
    piece.offset + piece.text.length >= state.body_length &&
    piece.reasoning_offset + piece.reasoning.length >= state.reasoning_length;
  // A browser that has lost some of a reply that has ended knows it worse.
  return state.ended_at === null ? isEnd || reaches : isEnd && reaches;
}
