import { type ReactNode, useEffect, useRef } from 'react';
import { lazy } from '../../lib/lazy/lazy.ts';
import { whenIdle } from '../../lib/schedule/idle.ts';
import { IconButton } from '../button/icon-button.tsx';
import { classes } from '../classes.ts';
import { useOpening } from '../use-opening.ts';
import type { MenuChoice, MenuItem } from './menu-item.ts';

interface MenuProps {
  label: string;
  icon: ReactNode;
  /** Shown above the items. */
  heading?: ReactNode;
  items: readonly (MenuItem | MenuChoice)[];
  small?: boolean;
  className?: string | undefined;
  /** Must also open without a connection: the list's code is loaded as soon as the browser is idle. */
  worksOffline?: boolean;
}

const list = lazy(() => import('./menu-list.tsx').then((file) => file.MenuList));

/** A button that opens a short list of actions. The list's code is loaded when the button is approached. */
export function Menu({
  label,
  icon,
  heading,
  items,
  small = false,
  className,
  worksOffline = false,
}: MenuProps) {
  const button = useRef<HTMLButtonElement>(null);
  const { Part: List, isOpen, setOpen, approaching } = useOpening(list, label);
  useEffect(
    () => (worksOffline ? whenIdle(() => void list.fetch().catch(() => undefined)) : undefined),
    [worksOffline],
  );
  return (
    <>
      <IconButton
        ref={button}
        label={label}
        small={small}
        className={classes(className, isOpen && 'open')}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        {...approaching}
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
