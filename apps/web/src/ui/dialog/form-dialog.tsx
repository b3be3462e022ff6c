import { createContext, type RefObject, useContext, useEffect, useRef, useState } from 'react';
import { Button } from '../button/button.tsx';
import { Dialog, DialogActions, type DialogProps, DialogTitle } from './dialog.tsx';

const FillingContext = createContext<RefObject<Filling>>({ current: { isUnsaved: false, isBusy: false } });

interface Filling {
  isUnsaved: boolean;
  isBusy: boolean;
}

/** A dialog to fill in: while it has something Unsaved, a press beside it, Escape and its cross ask first. */
export function FormDialog({ onOpenChange, children, ...props }: DialogProps) {
  const now = useRef<Filling>({ isUnsaved: false, isBusy: false });
  const [isAsking, setAsking] = useState(false);

  function change(isOpen: boolean) {
    if (!isOpen && now.current.isBusy) return;
    if (!isOpen && now.current.isUnsaved) setAsking(true);
    else onOpenChange(isOpen);
  }

  function discard() {
    setAsking(false);
    onOpenChange(false);
  }

  return (
    <Dialog onOpenChange={change} {...props}>
      <FillingContext value={now}>{children}</FillingContext>
      <Question open={isAsking} onOpenChange={setAsking} onDiscard={discard} />
    </Dialog>
  );
}

interface UnsavedProps {
  /** Whether something in the dialog would be lost. */
  when: boolean;
  /** Whether it is being saved, which can no longer be called off: the dialog stays until the outcome is known. */
  busy?: boolean;
}

/** In a FormDialog: what it has to know of its form. */
export function Unsaved({ when, busy = false }: UnsavedProps) {
  const now = useContext(FillingContext);
  useEffect(() => {
    now.current = { isUnsaved: when, isBusy: busy };
    return () => {
      now.current = { isUnsaved: false, isBusy: false };
    };
  }, [now, when, busy]);
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
