import { useReducer, useState, useSyncExternalStore } from 'react';
import type { Dock } from '../../../../ui/drawer/index.ts';
import { sayUnopened } from '../../../../ui/index.ts';
import type { PanelLabel } from './panel.ts';
import { panels } from './panels.ts';

/** What stands beside the messages where there is room: it can be looked at while one writes. */
const docking: readonly PanelLabel[] = ['Members', 'Sessions', 'Costs of the AI'];

/** With the sidebar and a panel, this leaves 600 px to the messages. */
const isRoomy = '(width >= 1200px)';

interface Opened {
  docked: PanelLabel | null;
  dialog: PanelLabel | null;
  /** It was opened by a press, not by coming back to a room. */
  isPressed: boolean;
}
type PanelsEvent = { type: 'shown' | 'closed'; label: PanelLabel; hasRoom: boolean };

/** What stood beside the messages last, for the next room of this visit. */
let lastDocked: PanelLabel | null = null;

/**
 * Which dialog is open, and what is docked beside the messages: one each. The code of one is loaded when its trigger is
 * approached or pressed.
 * @param place where panels are docked
 */
export function usePanels(place: HTMLElement | null) {
  const hasRoom = useHasRoom();
  const [opened, dispatch] = useReducer(after, hasRoom, atFirst);
  // Renders again once another one is loaded.
  const [, setLoaded] = useState<PanelLabel>();
  const load = (label: PanelLabel) => panels[label].fetch().then(() => setLoaded(label));
  const isOpen = (label: PanelLabel) => label === opened.docked || label === opened.dialog;

  function close(label: PanelLabel) {
    if (lastDocked === label) lastDocked = null;
    dispatch({ type: 'closed', label, hasRoom });
  }
  function show(label: PanelLabel) {
    if (hasRoom && docking.includes(label)) lastDocked = label;
    dispatch({ type: 'shown', label, hasRoom });
    load(label).catch(() => {
      close(label);
      sayUnopened(label);
    });
  }
  function approaching(label: PanelLabel) {
    // Not pressed yet: a press reports the failure.
    const approach = () => void load(label).catch(() => undefined);
    return { onPointerEnter: approach, onFocus: approach };
  }
  const dock: Dock | null = hasRoom && place ? { element: place, takesFocus: opened.isPressed } : null;
  return { isOpen, docked: opened.docked, show, close, approaching, dock, load };
}

const atFirst = (hasRoom: boolean): Opened => ({
  docked: hasRoom ? lastDocked : null,
  dialog: null,
  isPressed: false,
});

function after(opened: Opened, { type, label, hasRoom }: PanelsEvent): Opened {
  if (type === 'closed') {
    const without = (one: PanelLabel | null) => (one === label ? null : one);
    return { ...opened, docked: without(opened.docked), dialog: without(opened.dialog) };
  }
  if (docking.includes(label)) return { docked: label, dialog: null, isPressed: true };
  return { ...opened, docked: hasRoom ? opened.docked : null, dialog: label };
}

const useHasRoom = () =>
  useSyncExternalStore(
    (listener) => {
      const query = matchMedia(isRoomy);
      query.addEventListener('change', listener);
      return () => query.removeEventListener('change', listener);
    },
    () => matchMedia(isRoomy).matches,
  );
