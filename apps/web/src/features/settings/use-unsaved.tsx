import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { registerUnsavedWork } from '../../lib/drafts/unsaved-work.ts';
import { Dialog, DialogActions, DialogTitle } from '../../ui/dialog/index.ts';
import { Button } from '../../ui/index.ts';

interface Asking {
  answer(mayGo: boolean): void;
}

/**
 * Asks before the page is left while `isDirty`: for another page of ours, or by closing the tab. Returns the question,
 * to be rendered on the page; `onGivenUp` is called if the person leaves anyway.
 */
export function useUnsaved(what: string, isDirty: boolean, onGivenUp: () => void = () => {}): ReactNode {
  const [asking, setAsking] = useState<Asking | null>(null);
  const stay = useRef<HTMLButtonElement>(null);

  // In the layout phase: when the page goes away, it is released before the next page navigates.
  useLayoutEffect(() => {
    if (!isDirty) return;
    const ask = () => new Promise<boolean>((answer) => setAsking({ answer }));
    return registerUnsavedWork({ words: () => what, confirmLeave: ask });
  }, [what, isDirty]);

  function answer(mayGo: boolean) {
    if (mayGo) onGivenUp();
    asking?.answer(mayGo);
    setAsking(null);
  }

  return (
    <Dialog open={asking !== null} onOpenChange={(open) => open || answer(false)} initialFocus={stay}>
      <DialogTitle>Leave without saving?</DialogTitle>
      <p>Your changes to {what} are not saved.</p>
      <DialogActions>
        <Button tone="danger" onClick={() => answer(true)}>
          Leave without saving
        </Button>
        <Button ref={stay} onClick={() => answer(false)}>
          Stay
        </Button>
      </DialogActions>
    </Dialog>
  );
}
