import { type KeyboardEvent, useEffect, useRef } from 'react';
import { classes } from '../classes.ts';
import { isComposing } from '../text-box/is-composing.ts';
import styles from './rename-box.module.css';

/** What has been typed so far. */
export interface RenameDraft {
  typed?: string | undefined;
}

interface RenameBoxProps {
  title: string;
  /** Outlives the box where what it stands in may move. */
  draft?: RenameDraft;
  maxLength: number;
  className?: string | undefined;
  /**
   * Called once, with the new title, or null when nothing changes. `isByKey`: the box still has the focus, for the caller
   * to move.
   */
  onDone(title: string | null, isByKey: boolean): void;
}

/** Replaces a title: Enter and leaving the box rename, Escape does not. */
export function RenameBox({ title, draft = {}, maxLength, className, onDone }: RenameBoxProps) {
  const box = useRef<HTMLInputElement>(null);
  // It may be renamed elsewhere meanwhile: who typed nothing has not asked for the earlier title back.
  const before = useRef(title);
  const isDone = useRef(false);

  // All of a title, and the end of what has been typed.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is where one begins to type
  useEffect(() => box.current?.setSelectionRange(draft.typed?.length ?? 0, -1), []);

  function done(isRenamed: boolean, isByKey: boolean) {
    if (isDone.current) return;
    isDone.current = true;
    const typed = isRenamed && box.current?.value.trim();
    onDone(typed && typed !== before.current ? typed : null, isByKey);
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
      defaultValue={draft.typed ?? before.current}
      onInput={() => {
        draft.typed = box.current?.value;
      }}
      maxLength={maxLength}
      autoComplete="off"
      enterKeyHint="done"
      // biome-ignore lint/a11y/noAutofocus: the user has just requested this box
      autoFocus
      onKeyDown={onKeyDown}
      // Another window may be looked at meanwhile.
      onBlur={() => document.activeElement !== box.current && done(true, false)}
    />
  );
}
