import { storage } from '../../lib/state/storage.ts';
import { isCharacter, isMac, isPressed } from './keys.ts';

/** A shortcut that is currently available on the page. */
export interface Shortcut {
  id: string;
  /** "/", "Escape" or "Mod+f", where Mod is Ctrl, or ⌘ on a Mac. */
  keys: string;
  /** What it does, in a few words. */
  label: string;
  /** Available on every page. */
  isEverywhere?: boolean;
  /** When, if not always. */
  when?: string;
  /** Returns false if there is nothing to do: the keys are then left to the browser. Absent if the page listens for it itself. */
  act?(): boolean | undefined;
}

/** The storage entry that switches single-character shortcuts off. */
const offEntry = 'polylogue.shortcuts';

export const areCharacterKeysOff = (): boolean => storage.read(offEntry) === 'off';

export function switchCharacterKeys(isOn: boolean): void {
  if (isOn) storage.remove(offEntry);
  else storage.write(offEntry, 'off');
}

const registered = new Set<readonly Shortcut[]>();

/** All shortcuts on this page, its own first. */
export const allShortcuts = (): Shortcut[] =>
  [...registered].flat().sort((a, b) => Number(a.isEverywhere ?? false) - Number(b.isEverywhere ?? false));

/** Offers shortcuts as long as they apply. Returns a function that withdraws them. */
export function registerShortcuts(shortcuts: readonly Shortcut[]): () => void {
  if (registered.size === 0) {
    addEventListener('keydown', noteOverlay, { capture: true });
    addEventListener('keydown', onKeydown);
  }
  registered.add(shortcuts);
  return () => {
    registered.delete(shortcuts);
    if (registered.size > 0) return;
    removeEventListener('keydown', noteOverlay, { capture: true });
    removeEventListener('keydown', onKeydown);
  };
}

// An open dialog or menu gets the keys, but not a card at the pointer, nor one docked in the page or fading out; by the time a press arrives here it may have closed.
const overlay =
  ':is([role=dialog], [role=alertdialog], [role=menu], [role=listbox]):not([data-hover], [data-docked], [data-closed])';
let hadOverlay = false;

function noteOverlay() {
  hadOverlay = document.querySelector(overlay) !== null;
}

function onKeydown(event: KeyboardEvent) {
  // Holding a key down counts as one press.
  if (event.defaultPrevented || event.repeat || hadOverlay) return;
  const isFree = !isWriting(event.target) && !isWritingAhead(event.target) && !areCharacterKeysOff();
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
 * A disabled box loses the focus to nothing, and on a tablet nothing gives it back: the user who was writing in it
 * keeps typing.
 */
function isWritingAhead(target: EventTarget | null): boolean {
  if (target !== document.body) return false;
  return document.querySelector('textarea:disabled') !== null || matchMedia('(pointer: coarse)').matches;
}
