import { Dialog as Base } from '@base-ui/react/dialog';
import { type ReactNode, type RefObject, useContext } from 'react';
import { Button } from '../button/button.tsx';
import { IconButton } from '../button/icon-button.tsx';
import { classes } from '../classes.ts';
import { CloseIcon } from '../icon/icon.tsx';
import { DockedContext } from '../popup/docked.ts';
import popup from '../popup/popup.module.css';
import { useCloseRequest } from '../popup/use-close-request.ts';
import { ToastPlace } from '../toast/toast-place.tsx';
import styles from './dialog.module.css';

export interface DialogProps {
  open: boolean;
  onOpenChange(open: boolean): void;
  /** What gets the focus first; by default the first control. */
  initialFocus?: RefObject<HTMLElement | null>;
  /** What gets the focus when it closes, if not what had it before. */
  finalFocus?: (() => HTMLElement | null) | undefined;
  /** As wide as the page allows, for things to look at. */
  wide?: boolean;
  /** Near the top of a wide window: its first line stays where it is, however much comes below it. */
  high?: boolean;
  children: ReactNode;
}

/** A modal dialog: keeps the focus, closes with Escape, gives the focus back. Needs a DialogTitle. */
export function Dialog({ open, onOpenChange, wide, high, children, ...focus }: DialogProps) {
  const isDocked = useContext(DockedContext);
  useCloseRequest(open, () => onOpenChange(false));
  return (
    <Base.Root open={open} onOpenChange={(isOpen) => onOpenChange(isOpen)}>
      <Base.Portal container={isDocked ? document.body : undefined}>
        {/* Also over the dialog that this one was opened from. */}
        <Base.Backdrop forceRender className={popup.backdrop} />
        <Base.Popup className={classes(styles.dialog, wide && styles.wide, high && styles.high)} {...focus}>
          <DockedContext value={false}>{children}</DockedContext>
          {open && <ToastPlace layer="dialog" isFloating className={styles.toasts} />}
          <Base.Close render={<IconButton label="Close" className={styles.close} />}>
            <CloseIcon />
          </Base.Close>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

export function DialogTitle({ children }: { children: ReactNode }) {
  return <Base.Title className={styles.title}>{children}</Base.Title>;
}

/** Closes the dialog, unless it has to ask first. */
export function DialogClose({ children }: { children: ReactNode }) {
  return <Base.Close render={<Button tone="accent" />}>{children}</Base.Close>;
}

/** The last row, with the actions. The main one comes last. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>;
}
