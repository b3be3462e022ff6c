import { useEffect, useEffectEvent, useState } from 'react';
import { pastedFiles } from './pasted-files.ts';

/** What was dropped on the page. */
export interface Dropped {
  files: File[];
  /** Text from another window. */
  text: string;
  /** Why nothing, or not everything, was taken. */
  refusal: string | null;
}

/** Takes files and text dropped on the page, and files pasted outside a field. Returns whether files are over it. */
export function useFileDrop(onDrop: (dropped: Dropped) => void): boolean {
  const [isOver, setOver] = useState(false);
  const notify = useEffectEvent(onDrop);

  useEffect(() => {
    // What is dragged from one place of the page to another is not ours to take.
    let isOwn = false;
    const holds = (event: DragEvent, type: string) => event.dataTransfer?.types.includes(type) ?? false;
    const hasFiles = (event: DragEvent) => holds(event, 'Files');
    /** A field takes text itself, where the caret is shown. */
    const hasText = (event: DragEvent) =>
      !isOwn && holds(event, 'text/plain') && !(event.target as Element | null)?.closest?.('textarea, input');

    function over(event: DragEvent) {
      // Otherwise the browser would open the file instead of the page, and the conversation would be lost.
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
        if (!isOwn) notify({ ...filesIn(dataTransfer), text: '' });
      } else if (hasText(event)) {
        event.preventDefault();
        notify({ files: [], text: dataTransfer.getData('text/plain'), refusal: null });
      }
    }

    /** A field handles what is pasted into it, and a paste over a dialog is not meant for the page below. */
    function pasted(event: ClipboardEvent) {
      const { clipboardData, target, defaultPrevented } = event;
      const isElsewhere = (target as Element | null)?.closest?.('textarea, input, [role=dialog]');
      const files = clipboardData ? pastedFiles(clipboardData) : [];
      if (defaultPrevented || isElsewhere || files.length === 0) return;
      event.preventDefault();
      notify({ files, text: '', refusal: null });
    }

    const dragStarted = () => {
      isOwn = true;
      // The dragged element may be removed from the page, and then no dragend comes; but while something is dragged,
      // there are no pointermove events.
      window.addEventListener('pointermove', dragEnded, { once: true });
    };
    const dragEnded = () => {
      isOwn = false;
    };
    const events = {
      dragstart: dragStarted,
      dragend: dragEnded,
      dragover: over,
      dragleave: left,
      drop: dropped,
    };
    const each = Object.entries(events) as [keyof typeof events, (event: DragEvent) => void][];
    for (const [name, listener] of each) window.addEventListener(name, listener);
    window.addEventListener('paste', pasted);
    return () => {
      window.removeEventListener('paste', pasted);
      for (const [name, listener] of each) window.removeEventListener(name, listener);
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
    return { files: rest, refusal: 'A folder cannot be added. Open it and drop the files in it instead.' };
  const isNothing = rest.length === 0;
  return {
    files: rest,
    refusal: isNothing ? 'What you dropped could not be read. Save it on your device first.' : null,
  };
}
