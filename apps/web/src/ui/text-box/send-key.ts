import { isComposing } from './is-composing.ts';

/** The parts of a key press that matter here. */
export interface KeyPress {
  key: string;
  shiftKey: boolean;
  isComposing: boolean;
  keyCode: number;
}

/** Enter sends; with Shift it adds a line, and in an input method it finishes a word. */
export function isSendKey(press: KeyPress): boolean {
  return press.key === 'Enter' && !press.shiftKey && !isComposing(press);
}
