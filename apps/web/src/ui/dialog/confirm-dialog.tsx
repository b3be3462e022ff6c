import { type ReactNode, useRef, useState } from 'react';
import { Button } from '../button/button.tsx';
import { Notice } from '../notice/notice.tsx';
import { Dialog, DialogActions, DialogTitle } from './dialog.tsx';

interface ConfirmDialogProps {
  open: boolean;
  onOpenChange(open: boolean): void;
  title: string;
  children: ReactNode;
  /** The label of the button, and its label while working. */
  label: string;
  busyLabel: string;
  /** The label of the button that changes nothing. */
  keepLabel?: string;
  /** Shown above the reason when it fails. */
  failed: string;
  /** The reason, as the sentence to show. */
  why(error: unknown): string;
  act(): Promise<unknown>;
  /** What gets the focus when it closes, if not what had it before. */
  finalFocus?: (() => HTMLElement | null) | undefined;
}

/** Asks before something that cannot be undone. Closes when it is done; a failure is shown in the dialog. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const {
    open,
    onOpenChange,
    title,
    children,
    label,
    busyLabel,
    keepLabel = 'Cancel',
    failed,
    why,
    act,
    finalFocus,
  } = props;
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const keep = useRef<HTMLButtonElement>(null);

  async function confirm() {
    setBusy(true);
    setError(undefined);
    try {
      await act();
      onOpenChange(false);
    } catch (error) {
      setError(error);
    } finally {
      setBusy(false);
    }
  }

  function change(open: boolean) {
    if (isBusy) return;
    setError(undefined);
    onOpenChange(open);
  }

  return (
    <Dialog open={open} onOpenChange={change} initialFocus={keep} finalFocus={finalFocus}>
      <DialogTitle>{title}</DialogTitle>
      {children}
      {error !== undefined && (
        <Notice tone="bad" title={failed}>
          {why(error)}
        </Notice>
      )}
      <DialogActions>
        <Button ref={keep} disabled={isBusy} onClick={() => change(false)}>
          {keepLabel}
        </Button>
        <Button tone="danger" busy={isBusy} onClick={confirm}>
          {isBusy ? busyLabel : label}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
