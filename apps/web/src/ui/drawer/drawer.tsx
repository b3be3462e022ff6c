import { Dialog as Base } from '@base-ui/react/dialog';
import { type ReactNode, useRef } from 'react';
import { IconButton } from '../button/icon-button.tsx';
import { CloseIcon } from '../icon/icon.tsx';
import { DockedContext } from '../popup/docked.ts';
import surface from '../popup/popup.module.css';
import { useCloseRequest } from '../popup/use-close-request.ts';
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
  /** Where it stands in the page, which can be used meanwhile; without it, it slides over the page. */
  dock?: Dock | null;
  children: ReactNode;
}

export interface Dock {
  element: HTMLElement;
  /** It was opened by a press, and gets the focus. */
  takesFocus: boolean;
}

/**
 * Slides in from the side over the page and keeps the focus, or stands docked in the page. Closes with Escape, and gives
 * the focus back.
 */
export function Drawer({
  open,
  onOpenChange,
  title,
  side = 'start',
  finalFocus,
  dock = null,
  children,
}: DrawerProps) {
  const popup = useRef<HTMLDivElement>(null);
  useCloseRequest(open && !dock, () => onOpenChange(false));
  return (
    <Base.Root
      open={open}
      onOpenChange={(isOpen, { reason, cancel }) => {
        // Escape is for what has the focus: a message that is edited beside it, say. Nothing has it once what had it is gone.
        const focused = document.activeElement;
        const isElsewhere = dock && focused !== document.body && !popup.current?.contains(focused);
        if (reason === 'escape-key' && isElsewhere) return cancel();
        onOpenChange(isOpen);
      }}
      modal={dock === null}
      disablePointerDismissal={dock !== null}
    >
      <Base.Portal container={dock?.element}>
        {!dock && <Base.Backdrop className={surface.backdrop} />}
        <Base.Popup
          ref={popup}
          className={dock ? styles.docked : styles.drawer}
          data-side={side}
          data-docked={dock ? '' : undefined}
          initialFocus={dock?.takesFocus === false ? false : undefined}
          finalFocus={() => finalFocus?.() ?? true}
        >
          <div className={styles.head}>
            <Base.Title className={styles.title}>{title}</Base.Title>
            <Base.Close render={<IconButton label="Close" />}>
              <CloseIcon />
            </Base.Close>
          </div>
          <DockedContext value={dock !== null}>{children}</DockedContext>
          {open && !dock && <ToastPlace layer="dialog" className={styles.toasts} />}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

/** What most drawers hold: parts below each other, which scroll below the title. */
export const DrawerContent = ({ children }: { children: ReactNode }) => (
  <div className={styles.content}>{children}</div>
);
