import type { PostRow } from '@polylogue/contract';
import { dayOf } from '../../../lib/text/time.ts';

/**
 * Rows without those notices that a member joined which are followed by another one of the same day; and, by the id of
 * the last of each such group, everyone in it.
 */
export function joinedTogether(rows: readonly PostRow[]) {
  const groups = new Map<string, (string | null)[]>();
  let group: (string | null)[] = [];
  const shown = rows.filter((row, index) => {
    if (!isJoin(row)) return true;
    group.push(row.by_id);
    const next = rows[index + 1];
    if (next && isJoin(next) && dayOf(next.created_at) === dayOf(row.created_at)) return false;
    if (group.length > 1) groups.set(row.message_id, group);
    group = [];
    return true;
  });
  return { shown, groups };
}

const isJoin = ({ notice }: PostRow): boolean => notice?.kind === 'joined';
