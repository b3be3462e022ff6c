import type { Turn } from '@polylogue/contract';
import { isLentFor } from '@polylogue/sync/turns';
import type { Lent, Presence } from '../engine/presence.ts';

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
 * Whether a browser of the reader's can be offered their turn once more: the one in which they asked it, or one that answers
 * for their other devices. What nobody asked is answered by what is lent for that.
 */
export function isOwnAskable(
  { id, is_automatic }: { id: string; is_automatic: boolean },
  { lent, forSelf }: Pick<Presence, 'lent' | 'forSelf'>,
  me: string,
  wasAskedHere: boolean,
): boolean {
  const answers = (lend: Lent | null | undefined) => !!lend && isLentFor(lend, is_automatic, id);
  return answers(forSelf) || (is_automatic ? answers(lent[me]) : wasAskedHere);
}

/**
 * Ids of those who could not answer a question and may be able to if they are asked again: who lends at the moment, or
 * the reader, if they can; the last one first. Why a lender declined would not change, except that they were busy.
 */
export function askableAgain(
  { segments }: Pick<Turn, 'segments'>,
  lent: Presence['lent'],
  me: string,
  isOwn: boolean,
): readonly string[] {
  const ids = segments.toReversed().flatMap(({ holder_id, because, declined }) => {
    const isHere = holder_id !== null && (holder_id === me ? isOwn : holder_id in lent);
    const hasFailed = failures.includes(because) || (because === 'declined' && declined === 'busy');
    return isHere && hasFailed ? [holder_id] : [];
  });
  return [...new Set(ids)].slice(0, most);
}

/** The same to a lender, for the question of somebody else: their own browser alone, as long as it lends. */
export const ownAskableAgain = (
  turn: Pick<Turn, 'segments'>,
  lent: Presence['lent'],
  me: string,
): readonly string[] => askableAgain(turn, lent, me, me in lent).filter((id) => id === me);
