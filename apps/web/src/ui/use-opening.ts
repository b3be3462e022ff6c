import { useState } from 'react';
import type { Lazy } from '../lib/lazy/lazy.ts';
import { toast } from './toast/toast.ts';

/**
 * For what opens on a press. Its code is loaded when the trigger is approached, and again when it is pressed if that
 * failed; `label` names it in the error.
 */
export function useOpening<Part>(part: Lazy<Part>, label: string) {
  const [isOpen, setOpen] = useState(false);
  const [, setLoaded] = useState(false);
  const load = () => part.fetch().then(() => setLoaded(true));

  function approach() {
    // Not pressed yet: a press reports the failure.
    load().catch(() => undefined);
  }
  function change(open: boolean) {
    setOpen(open);
    if (!open) return;
    load().catch(() => {
      setOpen(false);
      sayUnopened(label);
    });
  }
  return {
    Part: part.loaded(),
    isOpen,
    setOpen: change,
    approaching: { onPointerEnter: approach, onFocus: approach },
  };
}

export function sayUnopened(label: string) {
  toast({
    tone: 'destructive',
    title: `${label} could not be opened`,
    text: 'Check your internet connection, then try again',
  });
}
