// The keyCode for a key that an input method has taken; Safari reports it after composition has ended.
const imeKeyCode = 229;

/** Whether a key press belongs to an input method: it composes a word, or ends it. */
export function isComposing(press: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean {
  return press.isComposing || press.keyCode === imeKeyCode;
}
