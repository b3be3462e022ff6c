import { Popover } from '@base-ui/react/popover';
import type { MouseEvent, ReactNode, RefObject } from 'react';
import { classes } from '../classes.ts';
import { dismissOnOutsidePress } from '../popup/dismiss-on-outside-press.ts';
import popup from '../popup/popup.module.css';
import { useCloseRequest } from '../popup/use-close-request.ts';
import styles from './popover.module.css';

interface PopoverPopupProps {
  title: string;
  isOpen: boolean;
  onOpenChange(isOpen: boolean): void;
  anchor: RefObject<HTMLElement | null>;
  /** Shown next to the title. */
  more?: ReactNode;
  children: ReactNode;
}

export function PopoverPopup({ title, isOpen, onOpenChange, anchor, more, children }: PopoverPopupProps) {
  /** The page that a link of ours leads to may be the one that is there. */
  function closeAfterLink(event: MouseEvent) {
    const link = event.target instanceof Element && event.target.closest('a');
    if (link && event.defaultPrevented) onOpenChange(false);
  }

  useCloseRequest(isOpen, () => onOpenChange(false));
  return (
    <Popover.Root open={isOpen} onOpenChange={dismissOnOutsidePress(anchor, onOpenChange)}>
      <Popover.Portal>
        <Popover.Positioner anchor={anchor} align="end" sideOffset={6} collisionPadding={8}>
          <Popover.Popup
            className={classes(popup.popup, styles.popup)}
            finalFocus={anchor}
            onClick={closeAfterLink}
          >
            <div className={styles.head}>
              <Popover.Title className={styles.title}>{title}</Popover.Title>
              {more}
            </div>
            {children}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
