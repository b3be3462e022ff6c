import {
  type FocusEvent,
  type PointerEvent,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { later } from '../../lib/later.ts';
import { useLater } from '../../lib/use-later.ts';
import { classes } from '../classes.ts';
import styles from './hover-card.module.css';
import { hoverIntent } from './hover-intent.ts';

interface HoverCardProps {
  /** What the card says. Nothing in it can be pressed. */
  card: ReactNode;
  className?: string | undefined;
  /** What is pointed at; it needs a name, as text or as an image's alt. */
  children: ReactNode;
}

// The delay before the card opens is time enough to fetch it.
const popup = later(() => import('./hover-card-popup.tsx').then((file) => file.HoverCardPopup));

/** Says more about something when a pointer or the keyboard's focus rests on it. A touch never opens it. */
export function HoverCard({ card, className, children }: HoverCardProps) {
  const trigger = useRef<HTMLButtonElement>(null);
  const id = useId();
  const [isWanted, setWanted] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const [intent] = useState(() => hoverIntent(setOpen));
  const Popup = useLater(popup, isWanted);
  useEffect(() => intent.forget, [intent]);

  function came() {
    setWanted(true);
    intent.came();
  }
  const byPointer = (act: () => void) => (event: PointerEvent) => event.pointerType !== 'touch' && act();
  const byKeyboard = (event: FocusEvent) => event.target.matches(':focus-visible') && came();

  return (
    <>
      <button
        type="button"
        ref={trigger}
        className={classes(styles.trigger, className)}
        aria-describedby={isOpen && Popup ? id : undefined}
        onPointerEnter={byPointer(came)}
        onPointerLeave={byPointer(intent.left)}
        onFocus={byKeyboard}
        onBlur={intent.dismissed}
      >
        {children}
      </button>
      {Popup && (
        <Popup
          id={id}
          isOpen={isOpen}
          anchor={trigger}
          onEnter={byPointer(intent.came)}
          onLeave={byPointer(intent.left)}
          onDismiss={intent.dismissed}
        >
          {card}
        </Popup>
      )}
    </>
  );
}
