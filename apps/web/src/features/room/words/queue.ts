import type { PostRow } from '@polylogue/contract';
import { asksByMode } from '@polylogue/sync/spaces';
import { turnLimits } from '@polylogue/sync/turns';
import { once } from '../../../lib/text/once.ts';
import type { Room } from '../engine/room.ts';

const isBeingAnswered = ({ turn }: PostRow) => turn?.state === 'offered' || turn?.state === 'running';
const isAskedAndWaits = ({ turn }: PostRow) => turn?.state === 'waiting' && !turn.is_automatic;

/** Older questions may wait that are not loaded, unless what is loaded spans the time for which a question can wait. */
function mayMissSome({ rows, older }: Pick<Room, 'rows' | 'older'>): boolean {
  const [first, last] = [rows[0], rows.at(-1)];
  return (
    older !== null && first !== undefined && last !== undefined && spanOf(first, last) < turnLimits.waiting
  );
}

const spanOf = (first: PostRow, last: PostRow) => last.created_at - first.created_at;

/** From 1; `somewhere`: older questions may wait that are not loaded. */
export type PlaceInLine = number | 'somewhere';

/**
 * The place of each turn that waits while another is answered; empty while none is answered. What nobody asked takes no
 * place, for often nobody lends for it.
 */
export function placesIn(room: Pick<Room, 'rows' | 'older'>): ReadonlyMap<string, PlaceInLine> {
  const places = new Map<string, PlaceInLine>();
  if (!room.rows.some(isBeingAnswered)) return places;
  const isUnknown = mayMissSome(room);
  let place = 1;
  for (const row of room.rows) {
    if (row.turn?.state === 'waiting') places.set(row.message_id, isUnknown ? 'somewhere' : place);
    if (isAskedAndWaits(row)) place += 1;
  }
  return places;
}

/** How many questions are answered before one that is asked now; 0 where older ones may wait that are not loaded. */
export const countAhead = (room: Pick<Room, 'rows' | 'older'>): number =>
  room.rows.some(isBeingAnswered) && !mayMissSome(room) ? 1 + room.rows.filter(isAskedAndWaits).length : 0;

export const aheadWords = (ahead: number): string =>
  `${ahead === 1 ? 'One question is' : `${ahead} questions are`} answered before yours.`;

/** Whether a question of the reader’s waits, here or on its way: then the server takes no other. */
export const ownQuestionWaits = (
  { rows, waiting, own }: Pick<Room, 'rows' | 'waiting' | 'own'>,
  me: string,
) =>
  rows.some((row) => row.by_id === me && isAskedAndWaits(row)) ||
  waiting.some(
    ({ turn_id, failed, body }) =>
      turn_id !== null && failed === null && !(own && asksByMode(body, own.space)),
  );

const ordinals = once(() => new Intl.PluralRules('en', { type: 'ordinal' }));
const endings: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'st', two: 'nd', few: 'rd' };

export function placeWords(place: PlaceInLine): string {
  if (place === 'somewhere') return 'In line';
  return place === 1 ? 'Next in line' : `${place}${endings[ordinals().select(place)] ?? 'th'} in line`;
}
