import { PreviewCard } from '@base-ui/react/preview-card';
import type { PointerEventHandler, ReactNode, RefObject } from 'react';
import styles from './hover-card-popup.module.css';

interface HoverCardPopupProps {
  id: string;
  isOpen: boolean;
  anchor: RefObject<Element | null>;
  onEnter: PointerEventHandler;
  onLeave: PointerEventHandler;
  /** Escape, or a press elsewhere. */
  onDismiss(): void;
  children: ReactNode;
}

export function HoverCardPopup(props: HoverCardPopupProps) {
  return (
    <PreviewCard.Root open={props.isOpen} onOpenChange={(isOpen) => isOpen || props.onDismiss()}>
      <PreviewCard.Portal>
        <PreviewCard.Positioner anchor={props.anchor} sideOffset={8} align="start" collisionPadding={8}>
          <PreviewCard.Popup
            id={props.id}
            role="tooltip"
            className={styles.popup}
            onPointerEnter={props.onEnter}
            onPointerLeave={props.onLeave}
          >
            {props.children}
          </PreviewCard.Popup>
        </PreviewCard.Positioner>
      </PreviewCard.Portal>
    </PreviewCard.Root>
  );
}
