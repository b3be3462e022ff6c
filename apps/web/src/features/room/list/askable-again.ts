import type { Turn } from '@polylogue/contract';
import type { Presence } from '../engine/presence.ts';

const failures: readonly (string | null)[] = [
  'key',
  'credit',
  'model',
  'limit',
  'network',
  'provider',
  'silent',
];
const most = 3;

/**
 * Ids of those who could not answer a question and may be able to if they are asked again: who lends at the moment, or
 * the reader; the last one first. Why a lender declined would not change, except that they were busy.
 */
export function askableAgain(
  { segments }: Pick<Turn, 'segments'>,
  lent: Presence['lent'],
  me: string,
): readonly string[] {
  const ids = segments.toReversed().flatMap(({ holder_id, because, declined }) => {
    const isHere = holder_id !== null && (holder_id === me || holder_id in lent);
    const hasFailed = failures.includes(because) || (because === 'declined' && declined === 'busy');
    return isHere && hasFailed ? [holder_id] : [];
  });
  return [...new Set(ids)].slice(0, most);
}

/** The same to a lender, for the question of somebody else: their own browser alone, as long as it lends. */
export const ownAskableAgain = (...[turn, lent, me]: Parameters<typeof askableAgain>): readonly string[] =>
  me in lent ? askableAgain(turn, lent, me).filter((id) => id === me) : [];
