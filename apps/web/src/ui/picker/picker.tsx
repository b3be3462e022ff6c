import { Combobox } from '@base-ui/react/combobox';
import { type CSSProperties, type ReactNode, type RefObject, useRef, useState } from 'react';
import { classes } from '../classes.ts';
import { CheckIcon } from '../icon/icon.tsx';
import { dismissOnOutsidePress } from '../popup/dismiss-on-outside-press.ts';
import surface from '../popup/popup.module.css';
import { useCloseRequest } from '../popup/use-close-request.ts';
import { VisuallyHidden } from '../visually-hidden/visually-hidden.tsx';
import styles from './picker.module.css';

/** One option. */
interface PickerItem {
  /** Unique among all items. */
  id: string;
  label: string;
  /** Further details, in one line. */
  note?: string;
  /** An action for its group rather than an option: shown smaller. */
  isAside?: boolean;
}

interface PickerGroup<Item extends PickerItem> {
  id: string;
  label: string;
  icon?: ReactNode;
  /** Shown after the label. */
  state?: string;
  items: readonly Item[];
}

interface PickerProps<Item extends PickerItem> {
  title: string;
  /** The label of the search box. */
  searchLabel: string;
  isOpen: boolean;
  onOpenChange(isOpen: boolean): void;
  anchor: RefObject<HTMLElement | null>;
  text: string;
  onText(text: string): void;
  /** What matches the text. */
  groups: readonly PickerGroup<Item>[];
  chosen: Item | null;
  onPick(item: Item): void;
  /** Shown when nothing matches. */
  nothing: string;
  /** Read aloud as it changes. */
  status: string;
  /** Shown below the list. */
  foot: ReactNode;
}

/** A long list to search and choose from, in groups, next to the button that opens it. */
export function Picker<Item extends PickerItem>(props: PickerProps<Item>) {
  const { title, searchLabel, isOpen, onOpenChange, anchor, text, onText, groups, chosen, onPick } = props;
  const heading = useRef<HTMLHeadingElement>(null);
  useCloseRequest(isOpen, () => onOpenChange(false));
  const box = useRef<HTMLInputElement>(null);
  const popup = useRef<HTMLDivElement>(null);
  const [height, setHeight] = useState(0);
  const change = dismissOnOutsidePress(anchor, onOpenChange);

  function type(typed: string) {
    // The box stays in place while the list below it shrinks.
    if (text === '') setHeight(popup.current?.offsetHeight ?? 0);
    onText(typed);
  }

  return (
    <Combobox.Root
      items={groups}
      filter={null}
      value={chosen}
      isItemEqualToValue={(one: Item, other: Item) => one.id === other.id}
      inputValue={text}
      // A choice would otherwise write its label into the box.
      onInputValueChange={(typed, { reason }) => reason === 'input-change' && type(typed)}
      open={isOpen}
      // The handler of a picked item decides whether the list stays open.
      onOpenChange={(open, details) => details.reason !== 'item-press' && change(open, details)}
      autoHighlight
    >
      <Combobox.Portal>
        <Combobox.Positioner anchor={anchor} side="top" align="start" sideOffset={6} collisionPadding={8}>
          <Combobox.Popup
            ref={popup}
            className={classes(surface.popup, styles.popup)}
            style={{ '--held': text === '' ? undefined : `${height}px` } as CSSProperties}
            aria-label={title}
            initialFocus={() => (isTouched() ? heading.current : box.current)}
            finalFocus={anchor}
          >
            <h2 ref={heading} tabIndex={-1} className={styles.title}>
              {title}
            </h2>
            <Combobox.Input
              ref={box}
              className={styles.box}
              aria-label={searchLabel}
              placeholder={searchLabel}
              autoComplete="off"
              autoCapitalize="none"
              autoCorrect="off"
              spellCheck={false}
              maxLength={200}
            />
            <VisuallyHidden>
              <span role="status">{props.status}</span>
            </VisuallyHidden>
            {groups.length === 0 && <p className={styles.nothing}>{props.nothing}</p>}
            <Combobox.List className={styles.list} aria-label={title}>
              {(group: PickerGroup<Item>) => (
                <Combobox.Group key={group.id} items={group.items} className={styles.group}>
                  <Combobox.GroupLabel className={styles.label}>
                    {group.icon}
                    <span className={styles.name}>{group.label}</span>
                    {group.state && <span className={styles.state}>{group.state}</span>}
                  </Combobox.GroupLabel>
                  <Combobox.Collection>
                    {(item: Item) => (
                      <Combobox.Item
                        key={item.id}
                        value={item}
                        className={classes(styles.item, item.isAside && styles.aside)}
                        onClick={() => onPick(item)}
                      >
                        <span className={styles.words}>
                          <span className={styles.what}>{item.label}</span>
                          {item.note && <span className={styles.note}>{item.note}</span>}
                        </span>
                        <Combobox.ItemIndicator className={styles.chosen}>
                          <CheckIcon size={16} />
                        </Combobox.ItemIndicator>
                      </Combobox.Item>
                    )}
                  </Combobox.Collection>
                </Combobox.Group>
              )}
            </Combobox.List>
            <div className={styles.foot}>{props.foot}</div>
          </Combobox.Popup>
        </Combobox.Positioner>
      </Combobox.Portal>
    </Combobox.Root>
  );
}

/** A phone's keyboard would cover the list before anyone wants to type. */
const isTouched = () => matchMedia('(pointer: coarse)').matches;
