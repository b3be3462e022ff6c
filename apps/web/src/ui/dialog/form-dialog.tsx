import { createContext, useContext, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { registerUnsavedWork } from '../../lib/drafts/unsaved-work.ts';
import { Button } from '../button/button.tsx';
import { Dialog, DialogActions, type DialogProps, DialogTitle } from './dialog.tsx';

interface Part {
  isUnsaved: boolean;
  isBusy: boolean;
}

interface Filling {
  isOpen: boolean;
  parts: Set<Part>;
  /** Asks if something is unsaved. Resolves to whether it may be discarded. */
  mayDiscard(): Promise<boolean>;
  /** The same, and closes it unless the person keeps editing. Resolves to whether it is closed. */
  giveUp(): Promise<boolean>;
}

const FillingContext = createContext<Filling | null>(null);

interface Asking {
  answer(mayClose: boolean): void;
}

/**
 * A dialog to fill in: while it has something Unsaved, a press beside it, Escape and its cross ask first, as does leaving
 * the page; and if the sign-in ends, the page stays.
 */
export function FormDialog({ open, onOpenChange, children, ...props }: DialogProps) {
  const [parts] = useState(() => new Set<Part>());
  const [asking, setAsking] = useState<Asking | null>(null);

  function change(isOpen: boolean) {
    if (isOpen || ![...parts].some((part) => part.isUnsaved || part.isBusy)) onOpenChange(isOpen);
    else void giveUp();
  }

  async function mayDiscard() {
    if ([...parts].some((part) => part.isBusy)) return false;
    if (![...parts].some((part) => part.isUnsaved)) return true;
    const isAgreed = await new Promise<boolean>((answer) => setAsking({ answer }));
    setAsking(null);
    return isAgreed;
  }

  async function giveUp() {
    const mayClose = await mayDiscard();
    if (mayClose) onOpenChange(false);
    return mayClose;
  }

  return (
    <Dialog open={open} onOpenChange={change} {...props}>
      <FillingContext value={{ isOpen: open, parts, mayDiscard, giveUp }}>{children}</FillingContext>
      <Question
        open={asking !== null}
        onOpenChange={() => asking?.answer(false)}
        onDiscard={() => asking?.answer(true)}
      />
    </Dialog>
  );
}

interface UnsavedProps {
  /** Whether something in the dialog would be lost. */
  when: boolean;
  /** Whether it is being saved, which can no longer be called off: the dialog stays until the outcome is known. */
  busy?: boolean;
}

/** In a FormDialog: what it has to know of its form, or of a part of it. */
export function Unsaved({ when, busy = false }: UnsavedProps) {
  const filling = useContext(FillingContext);
  const parts = filling?.parts;
  const isLosable = when && filling?.isOpen === true;
  const giveUp = useEffectEvent(async () => filling?.giveUp() ?? true);

  useLayoutEffect(() => {
    if (!parts) return;
    const part = { isUnsaved: when, isBusy: busy };
    parts.add(part);
    return () => void parts.delete(part);
  }, [parts, when, busy]);

  // In the layout phase: once the dialog is closed, the page can be left.
  useLayoutEffect(() => {
    if (!isLosable) return;
    return registerUnsavedWork({
      words: () => 'what you entered',
      confirmLeave: () => giveUp(),
    });
  }, [isLosable]);
  return null;
}

/** In a FormDialog: goes back from a form to what was shown before it. */
export function BackButton({ onBack }: { onBack(): void }) {
  const filling = useContext(FillingContext);
  const back = async () => (await filling?.mayDiscard()) !== false && onBack();
  return <Button onClick={() => void back()}>Back</Button>;
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
