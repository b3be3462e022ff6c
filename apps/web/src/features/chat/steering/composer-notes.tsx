import { BudgetNote } from './budget-note.tsx';
import { FolderFilesNote } from './folder-files-note.tsx';
import { LongChatNote, type LongChatNoteProps } from './long-chat-note.tsx';

/** What is to be known before the next question. */
export function ComposerNotes(props: LongChatNoteProps) {
  return (
    <>
      <BudgetNote />
      <FolderFilesNote />
      <LongChatNote {...props} />
    </>
  );
}
