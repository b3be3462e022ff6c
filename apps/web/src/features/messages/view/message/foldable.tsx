import { type MouseEvent, type ReactNode, useRef } from 'react';
import { classes } from '../../../../ui/index.ts';
import styles from './foldable.module.css';

interface FoldableProps {
  isFolded: boolean;
  /** Called on double-click. */
  onToggle(): void;
  children: ReactNode;
}

/** A text shown in full, or folded to a scrolling area. */
export function Foldable({ isFolded, onToggle, children }: FoldableProps) {
  const area = useRef<HTMLDivElement>(null);

  function doubleClicked({ target }: MouseEvent) {
    // On code and links a double-click selects a word.
    if (target instanceof Element && target.closest('code, pre, a, button, summary')) return;
    onToggle();
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button under the message does the same by keyboard
    <div
      ref={area}
      className={classes(styles.foldable, isFolded && styles.folded)}
      data-text
      onDoubleClick={doubleClicked}
      {...(isFolded && { tabIndex: 0, role: 'region', 'aria-label': 'Collapsed message' })}
    >
      {children}
    </div>
  );
}
