import { syncLimits } from '@polylogue/sync';
import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useLive } from '../../lib/state/use-live.ts';
import { RenameBox } from '../../ui/rename-box/index.ts';
import { conversations, type List, rename, untitled } from '../conversation/index.ts';
import styles from './chat-title.module.css';
import { onRenameRequested } from './renaming.ts';

/** The title of the conversation; pressing it renames the conversation. */
export function ChatTitle({ id }: { id: string }) {
  const title = useLive(conversations, (list) => titleIn(list, id));
  const [isEditing, setEditing] = useState(false);
  const button = useRef<HTMLButtonElement>(null);

  useEffect(() => onRenameRequested(() => setEditing(true)), []);

  function done(typed: string | null, isByKey: boolean) {
    if (typed !== null) void rename({ id }, typed);
    if (!isByKey) return setEditing(false);
    flushSync(() => setEditing(false));
    button.current?.focus();
  }

  if (title === null) return null;
  if (isEditing) {
    return (
      <RenameBox title={title} maxLength={syncLimits.titleLength} className={styles.field} onDone={done} />
    );
  }
  return (
    <button
      ref={button}
      type="button"
      className={styles.title}
      dir="auto"
      title="Rename"
      aria-label={`Rename “${title}”`}
      onClick={() => setEditing(true)}
    >
      {title}
    </button>
  );
}

/** The title of a stored conversation as it is now, for a file; null until it has one. */
export const titleOf = (id: string): string | null => {
  const title = titleIn(conversations.read(), id);
  return title === untitled ? null : title;
};

const titleIn = (list: List, id: string): string | null => list?.find((one) => one.id === id)?.title ?? null;
