import type { PostRow } from '@polylogue/contract';
import { afterDelta, afterRow, hasEnded, type ObservedTurn, type TurnDelta } from '@polylogue/sync/turns';

/** By id, the texts of running turns. */
export type TurnTexts = Readonly<Record<string, ObservedTurn>>;

/** Pieces may come before the row of their turn. */
const unseen: ObservedTurn = { epoch: 0, text: '', isOpen: false, hasEnded: false, ahead: [] };

export function turnsAfterRows(turns: TurnTexts, rows: readonly PostRow[]): TurnTexts {
  const next = { ...turns };
  for (const { message_id, turn, body } of rows) {
    if (!turn) continue;
    if (hasEnded(turn)) delete next[message_id];
    else next[message_id] = afterRow(turns[message_id] ?? null, { ...turn, text: body });
  }
  return next;
}

export function turnsAfterDelta(
  turns: TurnTexts,
  rows: readonly PostRow[],
  turn_id: string,
  delta: TurnDelta,
): TurnTexts {
  const turn = turns[turn_id] ?? unseen;
  // A turn with a row and without a text here has ended.
  if (turn === unseen && rows.some(({ message_id }) => message_id === turn_id)) return turns;
  const next = afterDelta(turn, delta);
  return next === turn ? turns : { ...turns, [turn_id]: next };
}
