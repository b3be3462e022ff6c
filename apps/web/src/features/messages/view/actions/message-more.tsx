import { useEffect, useRef } from 'react';
import { type MenuItem, TrashIcon } from '../../../../ui/index.ts';
import type { MessageIntents } from '../intents.ts';
import type { ListedMessage } from '../message.ts';
import { handOverFocus, takesOverFocus } from './focus-hand-over.ts';
import styles from './message-more.module.css';
import { MoreMenu } from './more-menu.tsx';

interface MessageMoreProps extends Pick<MessageIntents, 'onMark'> {
  message: ListedMessage;
  items?: readonly MenuItem[];
}

/** The less common actions on a message, for which the row has no room. */
export function MessageMore({ message: { id }, onMark, items = [] }: MessageMoreProps) {
  const place = useRef<HTMLSpanElement>(null);

  useEffect(() => {
    if (takesOverFocus(id)) place.current?.querySelector('button')?.focus({ preventScroll: true });
  }, [id]);

  function remove() {
    handOverFocus(id);
    onMark(id, { isDeleted: true });
  }

  return (
    <span ref={place} className={styles.more}>
      <MoreMenu items={[...items, { label: 'Delete message', icon: <TrashIcon size={16} />, act: remove }]} />
    </span>
  );
}
