import { type FocusEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import { lazy } from '../../lib/lazy/lazy.ts';
import { useLazy } from '../../lib/lazy/use-lazy.ts';
import { hoverIntent } from './hover-intent.ts';

// The delay before the card opens is enough time to load it.
const popup = lazy(() => import('./hover-card-popup.tsx').then((file) => file.HoverCardPopup));

/** A card that opens on hover or keyboard focus of its trigger; a touch never opens it. */
export function useHover<Trigger extends HTMLElement>() {
  const trigger = useRef<Trigger>(null);
  const [isWanted, setWanted] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const [intent] = useState(() => hoverIntent(setOpen));
  const Popup = useLazy(popup, isWanted);
  useEffect(() => intent.forget, [intent]);

  function came() {
    setWanted(true);
    intent.came();
  }
  const byPointer = (act: () => void) => (event: PointerEvent) => event.pointerType !== 'touch' && act();

  return {
    trigger,
    Popup,
    isOpen: isOpen && Popup !== undefined,
    dismiss: intent.dismissed,
    onTrigger: {
      onPointerEnter: byPointer(came),
      onPointerLeave: byPointer(intent.left),
      onFocus: (event: FocusEvent) => event.target.matches(':focus-visible') && came(),
    },
    onPopup: { onEnter: byPointer(intent.came), onLeave: byPointer(intent.left) },
  };
}
