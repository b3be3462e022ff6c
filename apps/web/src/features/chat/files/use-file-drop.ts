import { useEffect, useEffectEvent, useState } from 'react';
import { pastedFiles } from '../../../lib/files/pasted-files.ts';

/** What was dropped on the page. */
export interface Dropped {
  files: File[];
  /** Words from another window. */
  text: string;
  /** Why nothing, or not everything, is taken. */
  refusal: string | null;
}

/** Files and words dropped anywhere on the page, and files pasted outside of a field. Answers whether some files are held over it right now. */
export function useFileDrop(onDrop: (dropped: Dropped) => void): boolean {
  const [isOver, setOver] = useState(false);
  const tell = useEffectEvent(onDrop);

  useEffect(() => {
    // What is dragged from one place of the page to another is not ours to take.
    let isOwn = false;
    const holds = (event: DragEvent, type: string) => event.dataTransfer?.types.includes(type) ?? false;
    const hasFiles = (event: DragEvent) => holds(event, 'Files');
    /** A field takes words itself, where the caret is shown. */
    const hasText = (event: DragEvent) =>
      !isOwn && holds(event, 'text/plain') && !(event.target as Element | null)?.closest?.('textarea, input');

    function over(event: DragEvent) {
      // Or the browser would open the file in place of the page, and the conversation would be gone.
      if (hasFiles(event) || hasText(event)) event.preventDefault();
      if (hasFiles(event) && !isOwn) setOver(true);
    }

    function left(event: DragEvent) {
      if (event.relatedTarget === null) setOver(false);
    }

    function dropped(event: DragEvent) {
      setOver(false);
      const { dataTransfer } = event;
      if (!dataTransfer) return;
      if (hasFiles(event)) {
        event.preventDefault();
        if (!isOwn) tell({ ...filesIn(dataTransfer), text: '' });
      } else if (hasText(event)) {
        event.preventDefault();
        tell({ files: [], text: dataTransfer.getData('text/plain'), refusal: null });
      }
    }

    /** What is pasted into a field is the field's, and what is pasted over a dialog was not meant for the page below. */
    function pasted(event: ClipboardEvent) {
      const { clipboardData, target, defaultPrevented } = event;
      const isElsewhere = (target as Element | null)?.closest?.('textarea, input, [role=dialog]');
      const files = clipboardData ? pastedFiles(clipboardData) : [];
      if (defaultPrevented || isElsewhere || files.length === 0) return;
      event.preventDefault();
      tell({ files, text: '', refusal: null });
    }

    const begun = () => {
      isOwn = true;
      // What is dragged may be taken off the page meanwhile, and nobody hears of its end: while something is dragged
      // no pointer moves.
      window.addEventListener('pointermove', ended, { once: true });
    };
    const ended = () => {
      isOwn = false;
    };
    const events = { dragstart: begun, dragend: ended, dragover: over, dragleave: left, drop: dropped };
    const each = Object.entries(events) as [keyof typeof events, (event: DragEvent) => void][];
    for (const [name, heard] of each) window.addEventListener(name, heard);
    window.addEventListener('paste', pasted);
    return () => {
      window.removeEventListener('paste', pasted);
      for (const [name, heard] of each) window.removeEventListener(name, heard);
    };
  }, []);

  return isOver;
}

/** A folder comes as a file that cannot be read. */
function filesIn({ items, files }: DataTransfer): Omit<Dropped, 'text'> {
  const folders = [...items]
    .map((item) => item.webkitGetAsEntry?.())
    .filter((entry) => entry?.isDirectory)
    .map((entry) => entry?.name);
  const rest = [...files].filter(({ name }) => !folders.includes(name));
  if (folders.length > 0)
    return { files: rest, refusal: 'A folder cannot be added. Open it, and drop the files in it instead.' };
  const isNothing = rest.length === 0;
  return {
    files: rest,
    refusal: isNothing ? 'Nothing that was dropped could be read. Save it on your device first.' : null,
  };
}
