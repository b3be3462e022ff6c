import { type Live, live } from '../../../lib/state/live.ts';
import type { Attachment, UserMessage } from '../message/message.ts';

/** The new version of a question. */
interface Written {
  text: string;
  attachments: readonly Attachment[];
}

/** A question that is being edited, or was: an edit put aside is kept until it is resumed. */
interface Edit extends Written {
  /** What was written each time before starting over, until it is brought back; the last one comes back first. */
  left: readonly Written[];
  isOpen: boolean;
  /** It was put aside earlier, with changes. */
  isKept: boolean;
  /** It has only now been opened: its box should take the focus. */
  isNew: boolean;
}

/** By message id. Not kept in the message's row, which does not exist far from the screen. */
type Open = Readonly<Record<string, Edit>>;

type EditEvent =
  | { type: 'edit-begun'; message: UserMessage }
  | { type: 'edit-seen'; id: string }
  | { type: 'text-changed'; id: string; text: string }
  | { type: 'file-left-out'; id: string; file: Attachment }
  /** Its box was closed without sending. */
  | { type: 'edit-put-off'; message: UserMessage }
  /** What was written makes way for the original message, or is brought back. */
  | { type: 'edit-begun-anew' | 'edit-brought-back'; message: UserMessage }
  | { type: 'edit-ended'; id: string };

export type Edits = Live<Open, EditEvent>;

export const openEdits = (): Edits => live<Open, EditEvent>({}, after);

const begun = ({ content, attachments }: UserMessage): Edit => ({
  text: content,
  attachments,
  left: [],
  isOpen: true,
  isKept: false,
  isNew: true,
});

function after(open: Open, event: EditEvent): Open {
  if (event.type === 'edit-begun') {
    const { id } = event.message;
    // Opening a box that is already open moves the focus to it.
    return { ...open, [id]: { ...(open[id] ?? begun(event.message)), isOpen: true, isNew: true } };
  }
  const id = 'message' in event ? event.message.id : event.id;
  const { [id]: edit, ...others } = open;
  if (!edit) return open;
  const changed = (change: Partial<Edit>) => ({ ...open, [id]: { ...edit, ...change } });
  switch (event.type) {
    case 'edit-seen':
      return changed({ isNew: false });
    case 'text-changed': {
      // The browser's undo counts as well.
      const left = edit.left.filter((written) => !isSame({ ...edit, text: event.text }, written));
      return changed({ text: event.text, left, isKept: edit.isKept || left.length < edit.left.length });
    }
    case 'file-left-out':
      return changed({ attachments: edit.attachments.filter((file) => file !== event.file) });
    case 'edit-put-off':
      return isChanged(edit, event.message) || edit.left.length > 0
        ? changed({ isOpen: false, isKept: isChanged(edit, event.message) })
        : others;
    case 'edit-begun-anew':
      return changed({ ...begun(event.message), left: [...edit.left, ...leftOf(edit, event.message)] });
    case 'edit-brought-back':
      return changed({
        ...edit.left.at(-1),
        left: [...leftOf(edit, event.message), ...edit.left.slice(0, -1)],
        isKept: true,
      });
    case 'edit-ended':
      return others;
  }
}

const isSame = (one: Written, other: Written) =>
  one.text === other.text &&
  one.attachments.length === other.attachments.length &&
  one.attachments.every((file, index) => file === other.attachments[index]);

const isChanged = (edit: Written, { content, attachments }: UserMessage) =>
  !isSame(edit, { text: content, attachments });

/** Typed words that are about to be replaced are kept. */
const leftOf = ({ text, attachments }: Edit, message: UserMessage): Written[] =>
  isChanged({ text, attachments }, message) ? [{ text, attachments }] : [];
