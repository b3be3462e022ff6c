import { Dialog as Base } from '@base-ui/react/dialog';
import type { ReactNode } from 'react';
import { IconButton } from '../button/icon-button.tsx';
import { CloseIcon } from '../icon/icon.tsx';
import popup from '../popup/popup.module.css';
import { ToastPlace } from '../toast/toast-place.tsx';
import styles from './drawer.module.css';

interface DrawerProps {
  open: boolean;
  onOpenChange(open: boolean): void;
  title: string;
  /** Where it comes from: what navigates from the start, what tells more about the page from the end. */
  side?: 'start' | 'end';
  /** What gets the focus when it closes, if not what had it before. */
  finalFocus?(): HTMLElement | null;
  children: ReactNode;
}

/** Slides in from the side over the page: keeps the focus, closes with Escape, gives the focus back. */
export function Drawer({ open, onOpenChange, title, side = 'start', finalFocus, children }: DrawerProps) {
  return (
    <Base.Root open={open} onOpenChange={(isOpen) => onOpenChange(isOpen)}>
      <Base.Portal>
        <Base.Backdrop className={popup.backdrop} />
        <Base.Popup className={styles.drawer} data-side={side} finalFocus={() => finalFocus?.() ?? true}>
          <div className={styles.head}>
            <Base.Title className={styles.title}>{title}</Base.Title>
            <Base.Close render={<IconButton label="Close" />}>
              <CloseIcon />
            </Base.Close>
          </div>
          {children}
          {open && <ToastPlace layer="dialog" className={styles.toasts} />}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
