/** The parts of a key press that decide. */
export interface KeyPress {
  key: string;
  shiftKey: boolean;
  isComposing: boolean;
  keyCode: number;
}

// What browsers report for a key that an input method has taken; Safari does so after composition has ended.
export const takenByInputMethod = 229;

/** Enter sends; with Shift it is a new line, and inside an input method it ends a word. */
export function sends({ key, shiftKey, isComposing, keyCode }: KeyPress): boolean {
  return key === 'Enter' && !shiftKey && !isComposing && keyCode !== takenByInputMethod;
}
