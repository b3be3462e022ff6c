import type { Edits } from '../../messages/index.ts';
import type { Room } from '../engine/room.ts';

/** Opens a person's last post for editing. Returns whether there is one, and none that is still on its way. */
export function editLast(
  { rows, waiting }: Pick<Room, 'rows' | 'waiting'>,
  me: string,
  edits: Edits,
): boolean {
  const last = rows.findLast(
    ({ kind, by_id, deleted_at }) => kind === 'post' && by_id === me && deleted_at === null,
  );
  if (!last || waiting.length > 0) return false;
  const message = { id: last.message_id, content: last.body, attachments: [] };
  edits.dispatch({ type: 'edit-begun', message });
  return true;
}
