/** The parts of a key press that decide. */
export interface Press {
  key: string;
  /** Where the key lies: "KeyF" is an F on an American keyboard. */
  code: string;
  keyCode: number;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  isComposing: boolean;
}

// What Safari reports of a key that an input method has taken, after composition has ended.
const takenByInputMethod = 229;

/** Whether a press is these keys: "/", "Escape", or with `Mod` for Ctrl, on a Mac ⌘. */
export function isPressed(keys: string, press: Press, isMac: boolean): boolean {
  const { wanted, mod } = parts(keys);
  const hasMod = isMac ? press.metaKey : press.ctrlKey;
  const hasOther = press.altKey || (isMac ? press.ctrlKey : press.metaKey);
  const isTaken = press.isComposing || press.keyCode === takenByInputMethod;
  // Shift is what a "?" is made of on most keyboards, and not on others.
  const isKey = press.key.toLowerCase() === wanted.toLowerCase() || (mod && liesWhere(wanted, press));
  return !isTaken && isKey && hasMod === mod && !hasOther;
}

/** Beside Ctrl or ⌘ a key of another script counts by its place, as it does for the browser's own shortcuts. */
function liesWhere(wanted: string, { key, code }: Press): boolean {
  return code === `Key${wanted.toUpperCase()}` && /^\P{ASCII}$/u.test(key);
}

/** Whether these keys write something: then they are no shortcut while somebody writes, and may be switched off. */
export const isCharacter = (keys: string): boolean => keys.length === 1;

/** The keys as they stand on the keyboard, one after the other. */
export function written(keys: string, isMac: boolean): string[] {
  return keys.split(/(?<=.)\+/).map((key) => {
    if (key === 'Mod') return isMac ? '⌘' : 'Ctrl';
    if (key === 'Shift') return isMac ? '⇧' : 'Shift';
    if (key === 'ArrowUp') return '↑';
    if (key === 'Escape') return 'Esc';
    return key.length === 1 ? key.toUpperCase() : key;
  });
}

export const isMac = (): boolean => /Mac|iPhone|iPad/.test(navigator.platform);

function parts(keys: string) {
  const mod = keys.startsWith('Mod+');
  return { wanted: mod ? keys.slice('Mod+'.length) : keys, mod };
}
