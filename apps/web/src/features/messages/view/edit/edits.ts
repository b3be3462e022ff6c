import { type Live, live } from '../../../../lib/state/live.ts';
import type { Attachment, ListedUserMessage } from '../message.ts';

/** The new version of a question. */
interface EditContent {
  text: string;
  attachments: readonly Attachment[];
}

/** A question that is being edited, or was: an edit put off is kept until it is resumed. */
interface Edit extends EditContent {
  /** What the box began with. */
  original: string;
  /** Texts discarded by starting over, until they are restored, the last one first. */
  discarded: readonly EditContent[];
  isOpen: boolean;
  /** It was put off earlier, with changes. */
  wasPutOff: boolean;
  /** It has just been opened: its box should take the focus. */
  isNew: boolean;
}

/** What an edit begins with. */
type Edited = Pick<ListedUserMessage, 'id' | 'content' | 'attachments'>;

/** By message id. Not kept in the message's row, which does not exist far from the screen. */
type Open = Readonly<Record<string, Edit>>;

type EditEvent =
  | { type: 'edit-begun'; message: Edited }
  /** It was there before this page was loaded: open, or put off. */
  | ({ type: 'edit-restored'; message: Edited } & Pick<Edit, 'isOpen' | 'discarded'> & EditContent)
  /** Its message has previews that were not there when the edit began. */
  | { type: 'previews-loaded'; message: Edited }
  | { type: 'edit-seen'; id: string }
  | { type: 'text-changed'; id: string; text: string }
  | { type: 'file-left-out'; id: string; file: Attachment }
  /** Its box was closed without sending. */
  | { type: 'edit-put-off'; message: ListedUserMessage }
  /** The original message replaces the edited text, or the edited text is restored. */
  | { type: 'edit-begun-anew' | 'edit-brought-back'; message: ListedUserMessage }
  /** This text of it was sent. */
  | { type: 'edit-ended'; id: string; text: string };

export type Edits = Live<Open, EditEvent>;

export const openEdits = (): Edits => live<Open, EditEvent>({}, reduce);

const newEdit = ({ content, attachments }: Edited): Edit => ({
  text: content,
  original: content,
  attachments,
  discarded: [],
  isOpen: true,
  wasPutOff: false,
  isNew: true,
});

function reduce(open: Open, event: EditEvent): Open {
  if (event.type === 'edit-begun') {
    const { id } = event.message;
    // Opening a box that is already open moves the focus to it.
    return { ...open, [id]: { ...(open[id] ?? newEdit(event.message)), isOpen: true, isNew: true } };
  }
  if (event.type === 'edit-restored') {
    const { type: _, message, ...edit } = event;
    const restored = { ...newEdit(message), ...edit, wasPutOff: isChanged(edit, message), isNew: false };
    return { ...open, [message.id]: restored };
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
      const left = edit.discarded.filter((written) => !isSame({ ...edit, text: event.text }, written));
      return changed({
        text: event.text,
        discarded: left,
        wasPutOff: edit.wasPutOff || left.length < edit.discarded.length,
      });
    }
    case 'file-left-out':
      return changed({ attachments: edit.attachments.filter((file) => file !== event.file) });
    case 'previews-loaded': {
      const { attachments } = event.message;
      return changed({
        attachments: withPreviews(edit.attachments, attachments),
        discarded: edit.discarded.map((one) => ({
          ...one,
          attachments: withPreviews(one.attachments, attachments),
        })),
      });
    }
    case 'edit-put-off': {
      const wasPutOff = isChanged(edit, event.message);
      return wasPutOff || edit.discarded.length > 0 ? changed({ isOpen: false, wasPutOff }) : others;
    }
    case 'edit-begun-anew':
      return changed({
        ...newEdit(event.message),
        discarded: [...edit.discarded, ...discardedOf(edit, event.message)],
      });
    case 'edit-brought-back':
      return changed({
        ...edit.discarded.at(-1),
        discarded: [...discardedOf(edit, event.message), ...edit.discarded.slice(0, -1)],
        wasPutOff: true,
      });
    case 'edit-ended':
      // What was typed meanwhile is the next edit.
      return event.text === edit.text ? others : changed({ original: event.text });
  }
}

/** The words in open boxes that closing them would lose. */
export const unsentEdits = (open: Open): { id: string; text: string }[] =>
  Object.entries(open).flatMap(([id, { isOpen, text, original }]) =>
    isOpen && text.trim() !== '' && text !== original ? { id, text } : [],
  );

const isSame = (one: EditContent, other: EditContent) =>
  one.text === other.text &&
  one.attachments.length === other.attachments.length &&
  one.attachments.every((file, index) => isSameFile(file, other.attachments[index]));

/** The bytes and the preview of a file come later than the file. */
const isSameFile = (one: Attachment, other: Attachment | undefined) =>
  one.name === other?.name && one.size === other.size && one.mediaType === other.mediaType;

function withPreviews(files: readonly Attachment[], loaded: readonly Attachment[]): Attachment[] {
  return files.map((file) => {
    const { thumbnail } = loaded.find((other) => isSameFile(file, other)) ?? {};
    return thumbnail && !file.thumbnail ? { ...file, thumbnail } : file;
  });
}

const isChanged = (edit: EditContent, { content, attachments }: Edited) =>
  !isSame(edit, { text: content, attachments });

/** Edited text that is about to be replaced is kept. */
const discardedOf = (edit: Edit, message: ListedUserMessage): EditContent[] =>
  isChanged(edit, message) ? [{ text: edit.text, attachments: edit.attachments }] : [];
