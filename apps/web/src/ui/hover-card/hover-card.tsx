import { type ReactNode, useId } from 'react';
import { classes } from '../classes.ts';
import styles from './hover-card.module.css';
import { useHover } from './use-hover.ts';

interface HoverCardProps {
  /** The content of the card. It has no controls. */
  card: ReactNode;
  className?: string | undefined;
  /** The trigger; it needs a name, as text or as an image's alt. */
  children: ReactNode;
}

/** Shows more about something on hover or keyboard focus. A touch never opens it. */
export function HoverCard({ card, className, children }: HoverCardProps) {
  const id = useId();
  const { trigger, Popup, isOpen, dismiss, onTrigger, onPopup } = useHover<HTMLButtonElement>();
  return (
    <>
      <button
        type="button"
        ref={trigger}
        className={classes(styles.trigger, className)}
        aria-describedby={isOpen ? id : undefined}
        {...onTrigger}
        onBlur={dismiss}
      >
        {children}
      </button>
      {Popup && (
        <Popup id={id} role="tooltip" isOpen={isOpen} anchor={trigger} {...onPopup} onDismiss={dismiss}>
          {card}
        </Popup>
      )}
    </>
  );
}
