import { storage } from '../../lib/state/storage.ts';
import { isCharacter, isMac, isPressed } from './keys.ts';

/** A shortcut that is currently available on the page. */
export interface Shortcut {
  id: string;
  /** "/", "Escape" or "Mod+f", where Mod is Ctrl, or ⌘ on a Mac. */
  keys: string;
  /** What it does, in a few words. */
  words: string;
  /** Available on every page. */
  isEverywhere?: boolean;
  /** When, if not always. */
  when?: string;
  /** Returns false if there is nothing to do: the keys are then left to the browser. Absent if the page listens for it itself. */
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

/** All shortcuts on this page, its own first. */
export const allShortcuts = (): Shortcut[] =>
  [...offered].flat().sort((a, b) => Number(a.isEverywhere ?? false) - Number(b.isEverywhere ?? false));

/** Offers shortcuts as long as they apply. Returns a function that withdraws them. */
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

// An open dialog or menu gets the keys; by the time a press arrives here it may have closed.
const over = '[role=dialog], [role=alertdialog], [role=menu], [role=listbox]';
let wasOver = false;

function look() {
  wasOver = document.querySelector(over) !== null;
}

function answer(event: KeyboardEvent) {
  // Holding a key down counts as one press.
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
 * A disabled box loses the focus to nothing, and on a tablet nothing gives it back: the person who was writing in it
 * keeps typing.
 */
function isWritingAhead(target: EventTarget | null): boolean {
  if (target !== document.body) return false;
  return document.querySelector('textarea:disabled') !== null || matchMedia('(pointer: coarse)').matches;
}
