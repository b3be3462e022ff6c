import { hasEnded, type TurnRow } from './turn.ts';

/** The text of a turn in a browser that does not hold it. */
export interface ObservedTurn {
  /** The epoch that wrote last. */
  epoch: number;
  text: string;
  /** Whether more of this epoch may come; if not, only a higher epoch continues, or none once the turn has ended. */
  isOpen: boolean;
  hasEnded: boolean;
  /** Pieces that arrived before an earlier one; once one has waited for a second, the turn is fetched. */
  ahead: readonly TurnDelta[];
}

/** A piece that was passed on, perhaps before it is stored. */
export interface TurnDelta {
  epoch: number;
  /** Where the text of this epoch begins. */
  base: number;
  /** Where `text` begins in the whole text, in UTF-16 code units. */
  offset: number;
  text: string;
}

/** The part of a turn that everyone in the space receives. */
export type StoredTurn = Pick<TurnRow, 'state' | 'epoch' | 'text'>;

/** Bounds the memory that a misbehaving server can take up. */
const mostAhead = 100;

/** A turn after its row, which always wins; of the epoch that is still writing, more may have come already. */
export function afterRow(before: ObservedTurn | null, row: StoredTurn): ObservedTurn {
  const next: ObservedTurn = {
    // An epoch that is only offered has written nothing.
    epoch: row.state === 'offered' ? row.epoch - 1 : row.epoch,
    text: row.text,
    isOpen: row.state === 'running',
    hasEnded: hasEnded(row),
    ahead: [],
  };
  if (!before || next.hasEnded) return next;
  const isAhead = next.isOpen && before.epoch === row.epoch && before.text.startsWith(row.text);
  if (before.epoch > next.epoch || isAhead) return before.hasEnded ? next : before;
  return before.ahead.reduce(afterDelta, next);
}

/** A turn after a piece: one of a higher epoch cuts the text at its base, one of a lower epoch is too late. */
export function afterDelta(turn: ObservedTurn, delta: TurnDelta): ObservedTurn {
  const { epoch, base, offset } = delta;
  const isHigher = epoch > turn.epoch;
  if (turn.hasEnded || !(isHigher || (turn.isOpen && epoch === turn.epoch))) return turn;
  const { length } = turn.text;
  if ((isHigher ? base : offset) > length) return ahead(turn, delta);
  const cut = isHigher ? { ...turn, epoch, isOpen: true, text: turn.text.slice(0, base) } : turn;
  if (offset > cut.text.length) return ahead(cut, delta);
  const text = cut.text + delta.text.slice(cut.text.length - offset);
  return turn.ahead.reduce(afterDelta, { ...cut, text, ahead: [] });
}

const ahead = (turn: ObservedTurn, delta: TurnDelta): ObservedTurn => ({
  ...turn,
  ahead: [...turn.ahead, delta].slice(-mostAhead),
});
