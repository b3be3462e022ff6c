import { type Edits, openEdits, unsentEdits } from '../../../messages/index.ts';
import type { Room } from '../engine/room.ts';

/** By person and space. Not kept with the rooms: only the last of those stay in memory. */
const opened = new Map<string, Edits>();
const entry = (me: string, space_id: string) => `${me}.${space_id}`;

/** The posts that a person is editing in a space; what is typed there waits while other pages are visited. */
export function roomEdits(me: string, space_id: string): Edits {
  const edits = opened.get(entry(me, space_id)) ?? openEdits();
  opened.set(entry(me, space_id), edits);
  return edits;
}

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

/** How many posts a person has changed and not sent. */
export const unsentEditCount = (me: string): number =>
  [...opened].reduce(
    (sum, [of, edits]) => (of.startsWith(entry(me, '')) ? sum + unsentEdits(edits.read()).length : sum),
    0,
  );
