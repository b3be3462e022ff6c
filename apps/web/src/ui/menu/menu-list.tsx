import { Menu } from '@base-ui/react/menu';
import type { ReactNode, RefObject } from 'react';
import { classes } from '../classes.ts';
import { CheckIcon } from '../icon/icon.tsx';
import { dismissOnOutsidePress } from '../popup/dismiss-on-outside-press.ts';
import popup from '../popup/popup.module.css';
import { useCloseRequest } from '../popup/use-close-request.ts';
import styles from './menu.module.css';
import type { MenuChoice, MenuItem } from './menu-item.ts';

interface MenuListProps {
  label: string;
  isOpen: boolean;
  onOpenChange(isOpen: boolean): void;
  anchor: RefObject<HTMLElement | null>;
  heading?: ReactNode;
  items: readonly (MenuItem | MenuChoice)[];
}

export function MenuList({ label, isOpen, onOpenChange, anchor, heading, items }: MenuListProps) {
  useCloseRequest(isOpen, () => onOpenChange(false));
  const entries = items.map((item) =>
    'choices' in item ? <Choice key={item.label} {...item} /> : <Item key={item.label} {...item} />,
  );
  return (
    <Menu.Root open={isOpen} onOpenChange={dismissOnOutsidePress(anchor, onOpenChange)} modal={false}>
      <Menu.Portal>
        <Menu.Positioner anchor={anchor} align="end" sideOffset={6} collisionPadding={8}>
          <Menu.Popup
            className={classes(popup.popup, styles.list)}
            aria-label={label}
            finalFocus={() => (hasFocusMoved() ? false : anchor.current)}
          >
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

/** The chosen action may have moved the focus itself, to a field it opened, say. */
function hasFocusMoved(): boolean {
  const { activeElement } = document;
  return activeElement !== null && activeElement !== document.body && !activeElement.closest('[role=menu]');
}

function Item({ label, icon, disabled, keys, act }: MenuItem) {
  return (
    <Menu.Item className={styles.item} disabled={disabled} onClick={() => act()}>
      {icon}
      {label}
      {keys && <kbd className={styles.keys}>{keys}</kbd>}
    </Menu.Item>
  );
}

function Choice({ label, choices, value, choose }: MenuChoice) {
  return (
    <Menu.Group className={styles.group}>
      <Menu.GroupLabel className={styles.label}>{label}</Menu.GroupLabel>
      <Menu.RadioGroup value={value} onValueChange={(chosen: string) => choose(chosen)}>
        {choices.map((choice) => (
          <Menu.RadioItem key={choice.value} value={choice.value} className={styles.item}>
            {choice.icon}
            {choice.label}
            <Menu.RadioItemIndicator className={styles.chosen}>
              <CheckIcon size={16} />
            </Menu.RadioItemIndicator>
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
    </Menu.Group>
  );
}
