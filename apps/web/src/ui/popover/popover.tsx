import { type ReactNode, useRef, useState } from 'react';
import { later, useLater } from '../../lib/later.ts';
import { IconButton } from '../button/icon-button.tsx';

interface PopoverProps {
  /** The button's name, and the title of what it opens. */
  label: string;
  icon: ReactNode;
  /** What the button stands for beyond its name, when there is something: read after the name. */
  hint?: string;
  children: ReactNode;
}

const popup = later(() => import('./popover-popup.tsx').then((file) => file.PopoverPopup));

/** A button that opens a small page beside it. The popup's code comes when the button is approached. */
export function Popover({ label, icon, hint, children }: PopoverProps) {
  const button = useRef<HTMLButtonElement>(null);
  const [isWanted, setWanted] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const Popup = useLater(popup, isWanted || isOpen);
  const want = () => setWanted(true);
  return (
    <>
      <IconButton
        ref={button}
        label={label}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-description={hint}
        onPointerEnter={want}
        onFocus={want}
        onClick={() => setOpen(!isOpen)}
      >
        {icon}
      </IconButton>
      {Popup && (
        <Popup title={label} isOpen={isOpen} onOpenChange={setOpen} anchor={button}>
          {children}
        </Popup>
      )}
    </>
  );
}
