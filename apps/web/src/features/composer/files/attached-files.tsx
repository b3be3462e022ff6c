import type { RefObject } from 'react';
import { VisuallyHidden } from '../../../ui/index.ts';
import { type FileChip, FileChips } from '../../messages/index.ts';
import type { TextBox } from '../index.ts';

interface AttachedFilesProps {
  files: readonly FileChip[];
  attach: {
    /** A pasted text is to be put into the box instead: removes it, and returns it. */
    takeText(fileId: string): string | null;
    retry(fileId: string): void;
  };
  onRemove(fileId: string): void;
  box: RefObject<TextBox | null>;
}

/** The files that are sent with the next message, above its text. */
export function AttachedFiles({ files, attach, onRemove, box }: AttachedFilesProps) {
  function insert(fileId: string) {
    const pasted = attach.takeText(fileId);
    if (pasted !== null) box.current?.insert(pasted);
  }

  return (
    <>
      <FileChips files={files} onRemove={onRemove} onRetry={attach.retry} onInsert={insert} />
      <VisuallyHidden>
        <span role="status">{announcement(files)}</span>
      </VisuallyHidden>
    </>
  );
}

/** Announced once all files are ready; a failed file announces itself. */
function announcement(files: readonly FileChip[]): string {
  const ready = files.filter(({ state }) => state.type === 'ready').length;
  if (ready === 0 || ready < files.length) return '';
  return ready === 1
    ? '1 file will be sent with your message.'
    : `${ready} files will be sent with your message.`;
}
