import { type RefObject, useRef, useState, useSyncExternalStore } from 'react';
import { storage } from '../../lib/state/storage.ts';
import { Dialog, DialogTitle } from '../dialog/index.ts';
import { Switch } from '../switch/index.ts';
import { keyLabels } from './key-labels.ts';
import { isCharacter, isMac } from './keys.ts';
import { allShortcuts, areCharacterKeysOff, type Shortcut, switchCharacterKeys } from './shortcuts.ts';
import styles from './shortcuts-dialog.module.css';

interface ShortcutsDialogProps {
  open: boolean;
  onOpenChange(open: boolean): void;
}

/** The shortcuts available on this page. */
export function ShortcutsDialog({ open, onOpenChange }: ShortcutsDialogProps) {
  const list = useRef<HTMLDListElement>(null);
  return (
    // A screen reader starts with the list, not with the switch at its end.
    <Dialog open={open} onOpenChange={onOpenChange} initialFocus={list}>
      <DialogTitle>Keyboard shortcuts</DialogTitle>
      <List at={list} />
    </Dialog>
  );
}

function List({ at }: { at: RefObject<HTMLDListElement | null> }) {
  const areOff = useSyncExternalStore(storage.listen, areCharacterKeysOff);
  // Those of the page below the dialog.
  const [shortcuts] = useState(allShortcuts);
  return (
    <>
      <dl ref={at} tabIndex={-1} className={styles.list}>
        {shortcuts.map((shortcut) => (
          <Row key={shortcut.id} shortcut={shortcut} isOff={areOff && isCharacter(shortcut.keys)} />
        ))}
      </dl>
      <Switch
        label="Single-character shortcuts"
        hint="When off, a letter does nothing outside a text field. This helps if you use voice control, or press keys by accident."
        checked={!areOff}
        onChange={switchCharacterKeys}
      />
    </>
  );
}

function Row({ shortcut: { keys, label, when }, isOff }: { shortcut: Shortcut; isOff: boolean }) {
  return (
    <div className={styles.row} data-off={isOff || undefined}>
      <dt>
        {label}
        {when && <span className={styles.when}> {when}</span>}
        {isOff && <span className={styles.when}> (switched off)</span>}
      </dt>
      <dd className={styles.keys}>
        {keyLabels(keys, isMac()).map((key) => (
          <kbd key={key} className={styles.key}>
            {key}
          </kbd>
        ))}
      </dd>
    </div>
  );
}
