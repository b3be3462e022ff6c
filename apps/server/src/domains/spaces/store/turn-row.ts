import type { Segment, TurnEnding, TurnRow } from '@polylogue/sync/turns';
import type { Selectable } from 'kysely';
import type { Tables } from '../../../platform/database/tables.ts';

export type TurnTableRow = Selectable<Tables['space_turns']>;

/** What was asked, which may change until an answer begins: a post joins the turn, another model is chosen. */
export type AskedRow = Pick<TurnTableRow, 'reads_until' | 'wants' | 'left_out' | 'is_automatic'>;

export const askedOf = ({ reads_until, wants, left_out, is_automatic }: AskedRow): AskedRow => ({
  reads_until,
  wants,
  left_out,
  is_automatic,
});

/** A stored turn in the form that the state machine uses. */
export function turnRowOf(row: TurnTableRow): TurnRow {
  return {
    state: row.state,
    asked_by: row.asked_by ?? '',
    asked_on: row.asked_on,
    asked_at: row.asked_at,
    epoch: row.epoch,
    holder_id: row.holder_id,
    connection: row.connection,
    lease_until: row.lease_until,
    base: row.base,
    text: row.text,
    word_at: row.word_at,
    running_since: row.running_since,
    ran: row.ran,
    segments: JSON.parse(row.segments) as Segment[],
    excluded: JSON.parse(row.excluded) as Record<string, number>,
    ended_at: row.ended_at,
    because: row.because as TurnEnding | null,
  };
}

/** Leaves out the asker and the time: they never change. */
export function columnsOf({ asked_by: _, asked_at: __, ...row }: TurnRow) {
  return {
    ...row,
    is_open: row.ended_at === null,
    segments: JSON.stringify(row.segments),
    excluded: JSON.stringify(row.excluded),
  };
}
