import { isComposing } from '../text-box/is-composing.ts';

/** The parts of a key press that matter here. */
export interface Press {
  key: string;
  /** The position of the key: "KeyF" is the F on an American keyboard. */
  code: string;
  keyCode: number;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  isComposing: boolean;
}

/** Whether a press is this shortcut: "/", "Escape", or with `Mod` for Ctrl, or ⌘ on a Mac. */
export function isPressed(keys: string, press: Press, isMac: boolean): boolean {
  const { wanted, mod } = parts(keys);
  const hasMod = isMac ? press.metaKey : press.ctrlKey;
  const hasOther = press.altKey || (isMac ? press.ctrlKey : press.metaKey);
  // Most keyboards need Shift for a "?", but not all.
  const isKey = press.key.toLowerCase() === wanted.toLowerCase() || (mod && isAtPositionOf(wanted, press));
  return !isComposing(press) && isKey && hasMod === mod && !hasOther;
}

/** With Ctrl or ⌘, a key of another script counts by its position, as in the browser's own shortcuts. */
function isAtPositionOf(wanted: string, { key, code }: Press): boolean {
  return code === `Key${wanted.toUpperCase()}` && /^\P{ASCII}$/u.test(key);
}

/** Whether this shortcut types a character: it then does nothing while the user is typing, and can be switched off. */
export const isCharacter = (keys: string): boolean => keys.length === 1;

export const isMac = (): boolean => /Mac|iPhone|iPad/.test(navigator.platform);

function parts(keys: string) {
  const mod = keys.startsWith('Mod+');
  return { wanted: mod ? keys.slice('Mod+'.length) : keys, mod };
}
