import { BudgetNote } from './cost/budget-note.tsx';
import { LongChatNote, type LongChatNoteProps } from './cost/long-chat-note.tsx';
import { FolderFilesNote } from './folder/folder-files-note.tsx';
import { FolderModelNote } from './folder/folder-model-note.tsx';

export interface ComposerNotesProps extends LongChatNoteProps {
  onConfigure(): void;
}

/** What is to be known before the next question. */
export function ComposerNotes({ onConfigure, ...props }: ComposerNotesProps) {
  return (
    <>
      <BudgetNote />
      <FolderModelNote onConfigure={onConfigure} />
      <FolderFilesNote />
      <LongChatNote {...props} />
    </>
  );
}
