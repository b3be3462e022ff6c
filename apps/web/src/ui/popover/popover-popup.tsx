import { Popover } from '@base-ui/react/popover';
import type { ReactNode, RefObject } from 'react';
import styles from './popover.module.css';

interface PopoverPopupProps {
  title: string;
  isOpen: boolean;
  onOpenChange(isOpen: boolean): void;
  anchor: RefObject<HTMLElement | null>;
  /** Stands beside the title. */
  more?: ReactNode;
  children: ReactNode;
}

export function PopoverPopup({ title, isOpen, onOpenChange, anchor, more, children }: PopoverPopupProps) {
  return (
    <Popover.Root
      open={isOpen}
      onOpenChange={(open, { event }) => {
        // A press on the button itself is the button's to answer: closing here would only let it open again.
        const isOwn = event.target instanceof Node && anchor.current?.contains(event.target);
        if (open || !isOwn || event.type.startsWith('key')) onOpenChange(open);
      }}
    >
      <Popover.Portal>
        <Popover.Positioner anchor={anchor} align="end" sideOffset={6} collisionPadding={8}>
          <Popover.Popup className={styles.popup} finalFocus={anchor}>
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
