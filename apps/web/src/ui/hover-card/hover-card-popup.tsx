import { PreviewCard } from '@base-ui/react/preview-card';
import type {
  FocusEventHandler,
  KeyboardEventHandler,
  PointerEventHandler,
  ReactNode,
  RefObject,
} from 'react';
import { classes } from '../classes.ts';
import popup from '../popup/popup.module.css';
import styles from './hover-card-popup.module.css';

interface HoverCardPopupProps {
  id: string;
  /** A dialog has a label, and controls. */
  role: 'tooltip' | 'dialog';
  label?: string;
  isOpen: boolean;
  anchor: RefObject<Element | null>;
  popup?: RefObject<HTMLDivElement | null>;
  onEnter: PointerEventHandler;
  onLeave: PointerEventHandler;
  onBlur?: FocusEventHandler;
  onKeyDown?: KeyboardEventHandler;
  /** On Escape, or a press elsewhere. */
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
            ref={props.popup}
            role={props.role}
            data-hover
            aria-label={props.label}
            // So that a press next to its buttons keeps the focus inside.
            tabIndex={props.role === 'dialog' ? -1 : undefined}
            className={classes(popup.popup, styles.popup)}
            onPointerEnter={props.onEnter}
            onPointerLeave={props.onLeave}
            onBlur={props.onBlur}
            onKeyDown={props.onKeyDown}
          >
            {props.children}
          </PreviewCard.Popup>
        </PreviewCard.Positioner>
      </PreviewCard.Portal>
    </PreviewCard.Root>
  );
}
