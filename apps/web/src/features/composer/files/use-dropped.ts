import type { RefObject } from 'react';
import { isLong } from '../../../lib/files/pasted-files.ts';
import type { FileTarget, TextBox } from '../index.ts';
import { useFileDrop } from './use-file-drop.ts';

/** Takes what is dropped on the page: files, and text at the caret of the box. Returns whether files are over it. */
export function useDropped(
  attach: FileTarget,
  box: RefObject<TextBox | null>,
  onRefused: (words: string) => void,
): boolean {
  return useFileDrop(({ files, text, refusal }) => {
    if (refusal) onRefused(refusal);
    if (files.length > 0) attach.add(files);
    if (text && !(isLong(text) && attach.addText(text))) box.current?.insert(text);
  });
}
