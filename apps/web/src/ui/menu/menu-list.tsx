import { Menu } from '@base-ui/react/menu';
import type { ReactNode, RefObject } from 'react';
import styles from './menu.module.css';
import type { MenuItem } from './menu-item.ts';

interface MenuListProps {
  label: string;
  isOpen: boolean;
  onOpenChange(isOpen: boolean): void;
  anchor: RefObject<HTMLElement | null>;
  heading?: ReactNode;
  items: readonly MenuItem[];
}

export function MenuList({ label, isOpen, onOpenChange, anchor, heading, items }: MenuListProps) {
  const entries = items.map((item) => (
    <Menu.Item key={item.label} className={styles.item} disabled={item.disabled} onClick={() => item.act()}>
      {item.icon}
      {item.label}
    </Menu.Item>
  ));
  return (
    <Menu.Root
      open={isOpen}
      onOpenChange={(open, { event }) => {
        // A press on the button itself is the button's to answer: closing here would only let it open again.
        const isOwn = event.target instanceof Node && anchor.current?.contains(event.target);
        if (open || !isOwn || event.type.startsWith('key')) onOpenChange(open);
      }}
      modal={false}
    >
      <Menu.Portal>
        <Menu.Positioner anchor={anchor} align="end" sideOffset={6} collisionPadding={8}>
          <Menu.Popup className={styles.list} aria-label={label} finalFocus={anchor}>
            {heading ? (
              <Menu.Group>
                <Menu.GroupLabel className={styles.heading}>{heading}</Menu.GroupLabel>
                {entries}
              </Menu.Group>
            ) : (
              entries
            )}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
