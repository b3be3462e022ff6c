import type { Room } from './room.ts';

/**
 * When slow mode lets the reader's next post through (milliseconds since 1970, by the server's clock), and how long the
 * one after it waits (milliseconds); null: it holds back nothing, also where the reader may post no more and the server
 * says why. The server has the last word: it counts reactions, too.
 */
export function heldBack({ own, rows }: Pick<Room, 'own' | 'rows'>, me: string) {
  if (own?.role !== 'member' || !(own.space.slow_seconds > 0) || !own.can.post) return null;
  const each = own.space.slow_seconds * 1_000;
  const last = rows.findLast(({ kind, by_id }) => kind === 'post' && by_id === me);
  return { until: last ? last.created_at + each : 0, each };
}
