import { createContext, type RefObject, useContext, useEffect, useRef, useState } from 'react';
import { Button } from '../button/button.tsx';
import { Dialog, DialogActions, type DialogProps, DialogTitle } from './dialog.tsx';

const UnsavedContext = createContext<RefObject<boolean>>({ current: false });

/** A dialog to fill in: while it has something Unsaved, a press beside it, Escape and its cross ask first. */
export function FormDialog({ onOpenChange, children, ...props }: DialogProps) {
  const unsaved = useRef(false);
  const [isAsking, setAsking] = useState(false);

  function change(isOpen: boolean) {
    if (!isOpen && unsaved.current) setAsking(true);
    else onOpenChange(isOpen);
  }

  function discard() {
    setAsking(false);
    onOpenChange(false);
  }

  return (
    <Dialog onOpenChange={change} {...props}>
      <UnsavedContext value={unsaved}>{children}</UnsavedContext>
      <Question open={isAsking} onOpenChange={setAsking} onDiscard={discard} />
    </Dialog>
  );
}

/** In a FormDialog: `when` is true while something in it would be lost. */
export function Unsaved({ when }: { when: boolean }) {
  const unsaved = useContext(UnsavedContext);
  useEffect(() => {
    unsaved.current = when;
    return () => {
      unsaved.current = false;
    };
  }, [unsaved, when]);
  return null;
}

interface QuestionProps extends Pick<DialogProps, 'open' | 'onOpenChange'> {
  onDiscard(): void;
}

function Question({ open, onOpenChange, onDiscard }: QuestionProps) {
  const keep = useRef<HTMLButtonElement>(null);
  return (
    <Dialog open={open} onOpenChange={onOpenChange} initialFocus={keep}>
      <DialogTitle>Discard what you entered?</DialogTitle>
      <DialogActions>
        <Button ref={keep} onClick={() => onOpenChange(false)}>
          Keep editing
        </Button>
        <Button tone="danger" onClick={onDiscard}>
          Discard
        </Button>
      </DialogActions>
    </Dialog>
  );
}
