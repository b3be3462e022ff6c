import { type KeyboardEvent, useEffect, useRef } from 'react';
import { classes } from '../classes.ts';
import { isComposing } from '../text-box/is-composing.ts';
import styles from './rename-box.module.css';

interface RenameBoxProps {
  title: string;
  maxLength: number;
  className?: string | undefined;
  /**
   * Called once, with the new title, or null when nothing changes. `isByKey`: the box still has the focus, for the caller
   * to move.
   */
  onDone(title: string | null, isByKey: boolean): void;
}

/** Replaces a title: Enter and leaving the box rename, Escape does not. */
export function RenameBox({ title, maxLength, className, onDone }: RenameBoxProps) {
  const box = useRef<HTMLInputElement>(null);
  // It may be renamed elsewhere meanwhile: who typed nothing has not asked for the earlier title back.
  const before = useRef(title);
  const isDone = useRef(false);

  useEffect(() => box.current?.select(), []);

  function done(isRenamed: boolean, isByKey: boolean) {
    if (isDone.current) return;
    isDone.current = true;
    const typed = box.current?.value.trim() ?? '';
    onDone(isRenamed && typed !== '' && typed !== before.current ? typed : null, isByKey);
  }

  function onKeyDown(event: KeyboardEvent) {
    event.stopPropagation();
    if (isComposing(event.nativeEvent)) return;
    if (event.key !== 'Enter' && event.key !== 'Escape') return;
    // Otherwise the same press would also activate whatever gets the focus.
    event.preventDefault();
    done(event.key === 'Enter', true);
  }

  return (
    <input
      ref={box}
      className={classes(styles.box, className)}
      aria-label="Title"
      dir="auto"
      defaultValue={before.current}
      maxLength={maxLength}
      autoComplete="off"
      enterKeyHint="done"
      // biome-ignore lint/a11y/noAutofocus: the user has just requested this box
      autoFocus
      onKeyDown={onKeyDown}
      // Another window may be looked at meanwhile.
      onBlur={({ currentTarget }) => document.activeElement !== currentTarget && done(true, false)}
    />
  );
}
