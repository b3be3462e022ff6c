import { type ReactNode, useRef } from 'react';
import { lazy } from '../../lib/lazy/lazy.ts';
import { IconButton } from '../button/icon-button.tsx';
import { useOpening } from '../use-opening.ts';

interface PopoverProps {
  /** The button's name, and the title of the popup. */
  label: string;
  icon: ReactNode;
  /** Further meaning of the button, if any: read after the name. */
  hint?: string;
  /** Shown next to the title, such as a link to the full list. */
  more?: ReactNode;
  children: ReactNode;
}

const popup = lazy(() => import('./popover-popup.tsx').then((file) => file.PopoverPopup));

/** A button that opens a small popup next to it. The popup's code is loaded when the button is approached. */
export function Popover({ label, icon, hint, more, children }: PopoverProps) {
  const button = useRef<HTMLButtonElement>(null);
  const { Part: Popup, isOpen, setOpen, approaching } = useOpening(popup, label);
  return (
    <>
      <IconButton
        ref={button}
        label={label}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-description={hint}
        {...approaching}
        onClick={() => setOpen(!isOpen)}
      >
        {icon}
      </IconButton>
      {Popup && (
        <Popup title={label} isOpen={isOpen} onOpenChange={setOpen} anchor={button} more={more}>
          {children}
        </Popup>
      )}
    </>
  );
}
