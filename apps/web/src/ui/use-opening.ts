import { useState } from 'react';
import type { Lazy } from '../lib/lazy/lazy.ts';
import { toast } from './toast/toast.ts';

/**
 * For what opens on a press. Its code comes when it is approached, and again when it is pressed; `label` names it when
 * it cannot be had.
 */
export function useOpening<Part>(part: Lazy<Part>, label: string) {
  const [isOpen, setOpen] = useState(false);
  const [isHere, setHere] = useState(part.now() !== undefined);
  const arrive = () => part.fetch().then(() => setHere(true));

  function approach() {
    // Nobody has asked for it yet: a press will tell.
    arrive().catch(() => undefined);
  }
  function change(open: boolean) {
    setOpen(open);
    if (!open) return;
    arrive().catch(() => {
      setOpen(false);
      toast({
        tone: 'destructive',
        title: `${label} could not be opened`,
        text: 'Check your internet connection, then try again',
      });
    });
  }
  return {
    Part: isHere ? part.now() : undefined,
    isOpen,
    setOpen: change,
    approaching: { onPointerEnter: approach, onFocus: approach },
  };
}
