import { type Live, live } from '../../lib/live.ts';
import type { Attachment, UserMessage } from './message.ts';

/** A question that is being written anew, or that was: what is put off is kept until it is gone on with. */
interface Edit {
  text: string;
  attachments: readonly Attachment[];
  isOpen: boolean;
  /** It was put off before, changed. */
  isKept: boolean;
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
  /** Its box was closed without sending. */
  | { type: 'edit-put-off'; message: UserMessage }
  | { type: 'edit-begun-anew'; message: UserMessage }
  | { type: 'edit-ended'; id: string };

export type Edits = Live<Open, EditFact>;

export const openEdits = (): Edits => live<Open, EditFact>({}, after);

const begun = ({ content, attachments }: UserMessage): Edit => ({
  text: content,
  attachments,
  isOpen: true,
  isKept: false,
  isNew: true,
});

function after(open: Open, fact: EditFact): Open {
  if (fact.type === 'edit-begun') {
    const { id } = fact.message;
    // Who asks for a box that is open already wants to be taken to it.
    return { ...open, [id]: { ...(open[id] ?? begun(fact.message)), isOpen: true, isNew: true } };
  }
  const id = 'message' in fact ? fact.message.id : fact.id;
  const { [id]: edit, ...others } = open;
  if (!edit) return open;
  const changed = (change: Partial<Edit>) => ({ ...open, [id]: { ...edit, ...change } });
  switch (fact.type) {
    case 'edit-seen':
      return changed({ isNew: false });
    case 'text-changed':
      return changed({ text: fact.text });
    case 'file-left-out':
      return changed({ attachments: edit.attachments.filter((file) => file !== fact.file) });
    case 'edit-put-off':
      return isChanged(edit, fact.message) ? changed({ isOpen: false, isKept: true }) : others;
    case 'edit-begun-anew':
      return { ...open, [id]: begun(fact.message) };
    case 'edit-ended':
      return others;
  }
}

const isChanged = ({ text, attachments }: Edit, message: UserMessage) =>
  text !== message.content || attachments.length !== message.attachments.length;
