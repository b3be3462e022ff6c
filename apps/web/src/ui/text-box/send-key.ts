/** The parts of a key press that matter here. */
export interface KeyPress {
  key: string;
  shiftKey: boolean;
  isComposing: boolean;
  keyCode: number;
}

// The keyCode for a key that an input method has taken; Safari reports it after composition has ended.
export const imeKeyCode = 229;

/** Enter sends; with Shift it adds a line, and in an input method it finishes a word. */
export function isSendKey({ key, shiftKey, isComposing, keyCode }: KeyPress): boolean {
  return key === 'Enter' && !shiftKey && !isComposing && keyCode !== imeKeyCode;
}
