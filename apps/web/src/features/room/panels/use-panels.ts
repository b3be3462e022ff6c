import { useReducer, useState, useSyncExternalStore } from 'react';
import type { Dock } from '../../../ui/drawer/index.ts';
import { sayUnopened } from '../../../ui/index.ts';
import type { PanelLabel, ShownLabel } from './panel.ts';
import { panels } from './panels.ts';

/** What stands beside the messages where there is room: it can be looked at while one writes. */
const docking: readonly ShownLabel[] = ['Members', 'Sessions', 'Costs of the AI', 'What is sent'];

/** With the sidebar and a panel, this leaves 600 px to the messages. */
const isRoomy = '(width >= 1200px)';

interface Opened {
  docked: ShownLabel | null;
  dialog: ShownLabel | null;
  /** It was opened by a press, not by coming back to a room. */
  isPressed: boolean;
}
type PanelsEvent =
  | { type: 'shown'; label: ShownLabel; hasRoom: boolean }
  /** `back` is what stood there before and does so again. */
  | { type: 'closed'; label: ShownLabel; back: PanelLabel | null };

export type Panels = ReturnType<typeof usePanels>;

/** What stood beside the messages last, for the next room of this visit, and for after a question. */
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
  const load = async (label: ShownLabel) => {
    // The others come with their code.
    if (label === 'What is sent') return;
    await panels[label].fetch();
    setLoaded(label);
  };
  const isOpen = (label: ShownLabel) => label === opened.docked || label === opened.dialog;

  function close(label: ShownLabel) {
    if (lastDocked === label) lastDocked = null;
    dispatch({ type: 'closed', label, back: hasRoom && label === 'What is sent' ? lastDocked : null });
  }
  function show(label: ShownLabel) {
    if (hasRoom && label !== 'What is sent' && docking.includes(label)) lastDocked = label;
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

/** One of them, for what is not in the menu. */
export const panelIn = ({ isOpen, show, close, dock }: Panels, label: ShownLabel) => ({
  isOpen: isOpen(label),
  setOpen: (isShown: boolean) => (isShown ? show(label) : close(label)),
  dock,
});

const atFirst = (hasRoom: boolean): Opened => ({
  docked: hasRoom ? lastDocked : null,
  dialog: null,
  isPressed: false,
});

function after(opened: Opened, event: PanelsEvent): Opened {
  const { label } = event;
  if (event.type === 'closed') {
    if (opened.dialog === label) return { ...opened, dialog: null };
    return opened.docked === label ? { ...opened, docked: event.back, isPressed: false } : opened;
  }
  const { hasRoom } = event;
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
