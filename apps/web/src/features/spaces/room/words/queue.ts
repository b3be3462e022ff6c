import type { PostRow } from '@polylogue/contract';
import { asksByMode } from '@polylogue/sync/spaces';
import { once } from '../../../../lib/text/once.ts';
import type { Room } from '../engine/room.ts';

const isBeingAnswered = ({ turn }: PostRow) => turn?.state === 'offered' || turn?.state === 'running';
const isAskedAndWaits = ({ turn }: PostRow) => turn?.state === 'waiting' && !turn.is_automatic;

/**
 * The place of each turn that waits while another is answered, from 1; empty while none is. What nobody asked takes no
 * place, for often nobody lends for it.
 */
export function placesIn(rows: readonly PostRow[]): ReadonlyMap<string, number> {
  const places = new Map<string, number>();
  if (!rows.some(isBeingAnswered)) return places;
  let place = 1;
  for (const row of rows) {
    if (row.turn?.state === 'waiting') places.set(row.message_id, place);
    if (isAskedAndWaits(row)) place += 1;
  }
  return places;
}

/** How many questions are answered before one that is asked now, as far as they are loaded. */
export const countAhead = (rows: readonly PostRow[]): number =>
  rows.some(isBeingAnswered) ? 1 + rows.filter(isAskedAndWaits).length : 0;

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

export const placeWords = (place: number): string =>
  place === 1 ? 'Next in line' : `${place}${endings[ordinals().select(place)] ?? 'th'} in line`;
