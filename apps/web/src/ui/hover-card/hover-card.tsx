import { type ReactNode, useId } from 'react';
import { classes } from '../classes.ts';
import styles from './hover-card.module.css';
import { useHover } from './use-hover.ts';

interface HoverCardProps {
  /** What the card says. Nothing in it can be pressed. */
  card: ReactNode;
  className?: string | undefined;
  /** What is pointed at; it needs a name, as text or as an image's alt. */
  children: ReactNode;
}

/** Says more about something when a pointer or the keyboard's focus rests on it. A touch never opens it. */
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
