import { room } from './prefetch.ts';

// Part of the first script: the text box of a room is there only once the room's code has loaded.

/** Keeps what is typed in a room before its text box is there, which takes it over: lib/page/typed-ahead.ts. */
export function keepTyping(): void {
  // Before the shortcuts of the page, which are letters, too.
  addEventListener('keydown', typed, { capture: true });
}

function typed(event: KeyboardEvent) {
  const { pathname: path } = location;
  const known = globalThis.polylogueTyped;
  const text = known?.path === path ? known.text : '';
  if (text === null || !room.test(path) || !isMeant(event)) return;
  const next = textAfter(text, event.key);
  if (next === text) return;
  event.preventDefault();
  globalThis.polylogueTyped = { path, text: next };
}

/** Not a shortcut, nor for a field, a dialog or a button. */
function isMeant(event: KeyboardEvent): boolean {
  const { key, target } = event;
  if ((event.ctrlKey || event.altKey || event.metaKey) && !event.getModifierState('AltGraph')) return false;
  if (!(target instanceof Element) || target.closest('input, textarea, select, [role$=dialog]')) return false;
  return target === document.body || (key !== 'Enter' && key !== ' ');
}

function textAfter(text: string, key: string): string {
  if (key === 'Backspace') return [...text].slice(0, -1).join('');
  // Not sent: everyone would read it, and nobody has seen it yet.
  if (key === 'Enter') return text && `${text}\n`;
  return [...key].length === 1 ? text + key : text;
}
