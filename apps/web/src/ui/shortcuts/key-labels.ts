/** The keys as labelled on the keyboard, one by one. */
export function keyLabels(keys: string, isMac: boolean): string[] {
  return keys.split(/(?<=.)\+/).map((key) => {
    if (key === 'Mod') return isMac ? '⌘' : 'Ctrl';
    if (key === 'Shift') return isMac ? '⇧' : 'Shift';
    if (key === 'ArrowUp') return '↑';
    if (key === 'Escape') return 'Esc';
    return key.length === 1 ? key.toUpperCase() : key;
  });
}
