import { type ReactNode, useRef, useState } from 'react';
import { later, useLater } from '../../lib/later.ts';
import { IconButton } from '../button/icon-button.tsx';
import type { MenuItem } from './menu-item.ts';

interface MenuProps {
  label: string;
  icon: ReactNode;
  /** Stands above the items. */
  heading?: ReactNode;
  items: readonly MenuItem[];
}

const list = later(() => import('./menu-list.tsx').then((file) => file.MenuList));

/** A button that opens a short list of things to do. The list's code comes when the button is approached. */
export function Menu({ label, icon, heading, items }: MenuProps) {
  const button = useRef<HTMLButtonElement>(null);
  const [isWanted, setWanted] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const List = useLater(list, isWanted || isOpen);
  const want = () => setWanted(true);
  return (
    <>
      <IconButton
        ref={button}
        label={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onPointerEnter={want}
        onFocus={want}
        onClick={() => setOpen(!isOpen)}
      >
        {icon}
      </IconButton>
      {List && (
        <List
          label={label}
          isOpen={isOpen}
          onOpenChange={setOpen}
          anchor={button}
          heading={heading}
          items={items}
        />
      )}
    </>
  );
}
