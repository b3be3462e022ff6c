import { type KeyboardEvent, useEffect, useRef } from 'react';
import { isComposing } from '../../ui/index.ts';
import { longestTitle } from '../conversation/index.ts';
import styles from './row.module.css';

interface RenameBoxProps {
  title: string;
  /** Called with the new title, or without one when nothing changes. */
  onDone(title?: string): void;
}

/** Replaces the title: Enter and leaving the box rename, Escape does not. */
export function RenameBox({ title, onDone }: RenameBoxProps) {
  const box = useRef<HTMLInputElement>(null);
  const isDone = useRef(false);

  useEffect(() => box.current?.select(), []);

  function done(isRenamed: boolean) {
    if (isDone.current) return;
    isDone.current = true;
    const typed = box.current?.value.trim() ?? '';
    if (isRenamed && typed !== '' && typed !== title) onDone(typed);
    else onDone();
  }

  function onKeyDown(event: KeyboardEvent) {
    event.stopPropagation();
    if (isComposing(event.nativeEvent)) return;
    if (event.key === 'Enter') done(true);
    if (event.key === 'Escape') done(false);
  }

  return (
    <input
      ref={box}
      className={styles.rename}
      aria-label="Title"
      defaultValue={title}
      maxLength={longestTitle}
      autoComplete="off"
      enterKeyHint="done"
      // biome-ignore lint/a11y/noAutofocus: the user has just requested this box
      autoFocus
      onKeyDown={onKeyDown}
      onBlur={() => done(true)}
    />
  );
}
