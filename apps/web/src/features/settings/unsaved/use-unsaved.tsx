import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { holdUnsaved } from '../../../lib/unsaved/unsaved.ts';
import { isWorkGivenUp } from '../../../lib/unsaved/unsent.ts';
import { Dialog, DialogActions, DialogTitle } from '../../../ui/dialog/index.ts';
import { Button } from '../../../ui/index.ts';

interface Asking {
  answer(mayGo: boolean): void;
}

/**
 * Lets nobody leave the page unasked while `isDirty`: not to another page of ours, not by closing the tab. Gives what is
 * asked, to be put on the page; `onGivenUp` is told when the person leaves all the same.
 */
export function useUnsaved(what: string, isDirty: boolean, onGivenUp: () => void = () => {}): ReactNode {
  const [asking, setAsking] = useState<Asking | null>(null);
  const stay = useRef<HTMLButtonElement>(null);

  // In the layout phase: when the page goes, nothing is held any more before the next one leads on.
  useLayoutEffect(() => {
    if (!isDirty) return;
    const ask = () => new Promise<boolean>((answer) => setAsking({ answer }));
    const saved = holdUnsaved({ what, ask });
    const warn = (event: BeforeUnloadEvent) => {
      if (!isWorkGivenUp()) event.preventDefault();
    };
    addEventListener('beforeunload', warn);
    return () => {
      saved();
      removeEventListener('beforeunload', warn);
    };
  }, [what, isDirty]);

  function answer(mayGo: boolean) {
    if (mayGo) onGivenUp();
    asking?.answer(mayGo);
    setAsking(null);
  }

  return (
    <Dialog open={asking !== null} onOpenChange={(open) => open || answer(false)} initialFocus={stay}>
      <DialogTitle>Leave without saving?</DialogTitle>
      <p>You have changed {what} and not saved it.</p>
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
