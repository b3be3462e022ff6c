import { preference } from '../../lib/state/preference.ts';
import { isComposing } from './is-composing.ts';

/** The parts of a key press that matter here. */
export interface KeyPress {
  key: string;
  shiftKey: boolean;
  ctrlKey: boolean;
  metaKey: boolean;
  isComposing: boolean;
  keyCode: number;
}

/** What sends a message: Enter alone, or with Ctrl, ⌘ on a Mac. */
export const sendKey = preference('polylogue.send_key', ['enter', 'mod-enter']);

/** Enter sends, or only with Ctrl or ⌘; with Shift it adds a line, and in an input method it finishes a word. */
export function isSendKey(press: KeyPress, chosen = sendKey.read()): boolean {
  if (press.key !== 'Enter' || press.shiftKey || isComposing(press)) return false;
  return chosen === 'enter' || press.ctrlKey || press.metaKey;
}
