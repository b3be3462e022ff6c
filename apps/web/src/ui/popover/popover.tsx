import { type ReactNode, useRef } from 'react';
import { lazy } from '../../lib/lazy/lazy.ts';
import { IconButton } from '../button/icon-button.tsx';
import { TextButton } from '../button/text-button.tsx';
import { classes } from '../classes.ts';
import { useOpening } from '../use-opening.ts';
import styles from './popover.module.css';

interface PopoverProps {
  /** The button's name, and the title of the popup. */
  label: string;
  icon?: ReactNode;
  /** Shown on the button in place of an icon; its name is this, after the label. */
  text?: string;
  /** Further meaning of the button, if any: read after the name. */
  hint?: string;
  /** Shown next to the title, such as a link to the full list. */
  more?: ReactNode;
  small?: boolean;
  /** Or what makes it, given what closes the popup. */
  children: ReactNode | ((close: () => void) => ReactNode);
}

const popup = lazy(() => import('./popover-popup.tsx').then((file) => file.PopoverPopup));

/** A button that opens a small popup next to it. The popup's code is loaded when the button is approached. */
export function Popover({ label, icon, text, hint, more, small = false, children }: PopoverProps) {
  const button = useRef<HTMLButtonElement>(null);
  const { Part: Popup, isOpen, setOpen, approaching } = useOpening(popup, label);
  const trigger = {
    ref: button,
    'aria-haspopup': 'dialog',
    'aria-expanded': isOpen,
    'aria-description': hint,
    ...approaching,
    onClick: () => setOpen(!isOpen),
  } as const;
  return (
    <>
      {text === undefined ? (
        <IconButton label={label} small={small} className={isOpen ? 'open' : undefined} {...trigger}>
          {icon}
        </IconButton>
      ) : (
        <TextButton
          aria-label={`${label}: ${text}`}
          className={classes(styles.text, isOpen && 'open')}
          {...trigger}
        >
          {text}
        </TextButton>
      )}
      {Popup && (
        <Popup title={label} isOpen={isOpen} onOpenChange={setOpen} anchor={button} more={more}>
          {typeof children === 'function' ? children(() => setOpen(false)) : children}
        </Popup>
      )}
    </>
  );
}
