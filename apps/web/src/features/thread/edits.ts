import { type Live, live } from '../../lib/live.ts';
import type { Attachment, UserMessage } from './message.ts';

/** A question that is being written anew. */
interface Edit {
  text: string;
  attachments: readonly Attachment[];
  /** It was just asked for: its box is to take the focus. */
  isNew: boolean;
}

/** By the id of the message. Not in the row of the message: far from the screen there is none. */
type Open = Readonly<Record<string, Edit>>;

type EditFact =
  | { type: 'edit-begun'; message: UserMessage }
  | { type: 'edit-seen'; id: string }
  | { type: 'text-changed'; id: string; text: string }
  | { type: 'file-left-out'; id: string; file: Attachment }
  | { type: 'edit-ended'; id: string };

export type Edits = Live<Open, EditFact>;

export const openEdits = (): Edits => live<Open, EditFact>({}, after);

function after(open: Open, fact: EditFact): Open {
  if (fact.type === 'edit-begun') {
    const { id, content, attachments } = fact.message;
    // Who asks for a box that is open already wants to be taken to it.
    return { ...open, [id]: { ...(open[id] ?? { text: content, attachments }), isNew: true } };
  }
  const { [fact.id]: edit, ...others } = open;
  if (!edit) return open;
  const changed = (change: Partial<Edit>) => ({ ...open, [fact.id]: { ...edit, ...change } });
  switch (fact.type) {
    case 'edit-seen':
      return changed({ isNew: false });
    case 'text-changed':
      return changed({ text: fact.text });
    case 'file-left-out':
      return changed({ attachments: edit.attachments.filter((file) => file !== fact.file) });
    case 'edit-ended':
      return others;
  }
}
