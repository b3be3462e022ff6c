import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import { droppedFiles } from '../../../lib/files/dropped-files.ts';
import { isLong, pastedFiles } from '../../../lib/files/pasted-files.ts';
import type { FileTarget, TextBox } from '../index.ts';

/**
 * Takes what is dropped on the page, text at the caret of the box, and files pasted outside a field. Returns whether
 * files are over it.
 */
export function useFileDrop(
  attach: FileTarget,
  box: RefObject<TextBox | null>,
  onRefused: (words: string) => void,
): boolean {
  const [isOver, setOver] = useState(false);
  const take = useEffectEvent((files: readonly File[]) => files.length > 0 && attach.add(files));
  const takeText = useEffectEvent((text: string) => {
    if (text && !(isLong(text) && attach.addText(text))) box.current?.insert(text);
  });
  const refuse = useEffectEvent(onRefused);

  useEffect(() => {
    // What is dragged from one place of the page to another is not ours to take.
    let isOwn = false;
    const holds = (event: DragEvent, type: string) => event.dataTransfer?.types.includes(type);
    const hasFiles = (event: DragEvent) => holds(event, 'Files');
    /** A field takes text itself, where the caret is shown. */
    const isTaken = (event: DragEvent) =>
      hasFiles(event) || (!isOwn && holds(event, 'text/plain') && !isIn(field, event));
    const control = new AbortController();
    const { signal } = control;
    const listen = <Name extends keyof WindowEventMap>(
      name: Name,
      listener: (event: WindowEventMap[Name]) => void,
    ) => addEventListener(name, listener, { signal });
    const dragEnded = () => {
      isOwn = false;
    };

    listen('dragstart', () => {
      isOwn = true;
      // The dragged element may be removed from the page, and then no dragend comes; but while something is dragged,
      // there are no pointermove events.
      listen('pointermove', dragEnded);
    });
    listen('dragend', dragEnded);
    listen('dragover', (event) => {
      // Otherwise the browser would open the file instead of the page, and the conversation would be lost.
      if (isTaken(event)) event.preventDefault();
      if (hasFiles(event) && !isOwn) setOver(!isIn(dialog, event));
    });
    listen('dragleave', (event) => {
      if (event.relatedTarget === null) setOver(false);
    });
    listen('drop', (event) => {
      setOver(false);
      const { dataTransfer } = event;
      if (!dataTransfer || !isTaken(event)) return;
      event.preventDefault();
      if (isOwn || isIn(dialog, event)) return;
      if (!hasFiles(event)) return takeText(dataTransfer.getData('text/plain'));
      const { files, refusal } = droppedFiles(dataTransfer);
      if (refusal) refuse(refusal);
      take(files);
    });
    // A field handles what is pasted into it.
    listen('paste', (event) => {
      const { clipboardData, defaultPrevented } = event;
      const files = clipboardData ? pastedFiles(clipboardData) : [];
      if (defaultPrevented || isIn(`${field}, ${dialog}`, event) || files.length === 0) return;
      event.preventDefault();
      take(files);
    });
    return () => control.abort();
  }, []);

  return isOver;
}

const field = 'textarea, input';
/** Or its backdrop: what is dropped there is not meant for the page below. */
const dialog = '[data-base-ui-portal]';
const isIn = (selector: string, { target }: Event) => !!(target as Element | null)?.closest?.(selector);
