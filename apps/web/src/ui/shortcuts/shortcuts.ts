import { storage } from '../../lib/state/storage.ts';
import { isCharacter, isMac, isPressed } from './keys.ts';

/** Something that keys do on the page as it is now. */
export interface Shortcut {
  id: string;
  /** "/", "Escape" or "Mod+f", where Mod is Ctrl, on a Mac ⌘. */
  keys: string;
  /** What it does, in a few words. */
  words: string;
  /** There on every page. */
  isEverywhere?: boolean;
  /** When, if not always. */
  when?: string;
  /** Answers false when there is nothing to do: then the keys are the browser's. Absent where a part of the page listens itself. */
  act?(): boolean | undefined;
}

/** The storage entry that switches single-character shortcuts off. */
const entry = 'polylogue.shortcuts';

export const areCharactersOff = (): boolean => storage.read(entry) === 'off';

export function switchCharacters(isOn: boolean): void {
  if (isOn) storage.remove(entry);
  else storage.write(entry, 'off');
}

const offered = new Set<readonly Shortcut[]>();

/** All there are on this page, its own first. */
export const allShortcuts = (): Shortcut[] =>
  [...offered].flat().sort((a, b) => Number(a.isEverywhere ?? false) - Number(b.isEverywhere ?? false));

/** Offers shortcuts as long as what they act on is there. Returns what takes them back. */
export function offerShortcuts(shortcuts: readonly Shortcut[]): () => void {
  if (offered.size === 0) {
    addEventListener('keydown', look, { capture: true });
    addEventListener('keydown', answer);
  }
  offered.add(shortcuts);
  return () => {
    offered.delete(shortcuts);
    if (offered.size > 0) return;
    removeEventListener('keydown', look, { capture: true });
    removeEventListener('keydown', answer);
  };
}

// Whatever lies over the page has the keys; by the time a press has reached us it may have closed itself.
const over = '[role=dialog], [role=alertdialog], [role=menu], [role=listbox]';
let wasOver = false;

function look() {
  wasOver = document.querySelector(over) !== null;
}

function answer(event: KeyboardEvent) {
  // A key that is held down is pressed once.
  if (event.defaultPrevented || event.repeat || wasOver) return;
  const isFree = !isWriting(event.target) && !isWritingAhead(event.target) && !areCharactersOff();
  for (const { keys, act } of allShortcuts()) {
    if (!act || !isPressed(keys, event, isMac()) || (isCharacter(keys) && !isFree)) continue;
    if (act() === false) continue;
    return event.preventDefault();
  }
}

function isWriting(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))
  );
}

/**
 * A box that is disabled for a moment has lost the focus to nobody, and on a tablet nothing gives it back: the person who was
 * writing in it types on.
 */
function isWritingAhead(target: EventTarget | null): boolean {
  if (target !== document.body) return false;
  return document.querySelector('textarea:disabled') !== null || matchMedia('(pointer: coarse)').matches;
}
