import { type Edits, openEdits, unsentEdits } from '../../messages/index.ts';

/** By person and space. Not kept with the rooms: only the last of those stay in memory. */
const opened = new Map<string, Edits>();
const entry = (me: string, space_id: string) => `${me}.${space_id}`;

/** The posts that a person is editing in a space; what is typed there waits while other pages are visited. */
export function roomEdits(me: string, space_id: string): Edits {
  const edits = opened.get(entry(me, space_id)) ?? openEdits();
  opened.set(entry(me, space_id), edits);
  return edits;
}

/** How many posts a person has changed and not sent. */
export const unsentEditCount = (me: string): number =>
  [...opened].reduce(
    (sum, [of, edits]) => (of.startsWith(entry(me, '')) ? sum + unsentEdits(edits.read()).length : sum),
    0,
  );
