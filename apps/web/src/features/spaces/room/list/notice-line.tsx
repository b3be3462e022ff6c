import { type Row, Timestamp } from '../../../messages/index.ts';
import type { Post } from './lines.ts';
import { ListDivider } from './list-divider.tsx';
import styles from './notice-line.module.css';

interface NoticeLineProps extends Row {
  message: Post;
  /** What its day is called, if it is the first of that day. */
  day: string | null;
}

/** A notice, for example that a member joined. */
export function NoticeLine({ message, day, position, count, row }: NoticeLineProps) {
  return (
    <article
      ref={row}
      data-message={message.id}
      aria-posinset={position}
      aria-setsize={count}
      className={styles.notice}
    >
      {day !== null && <ListDivider>{day}</ListDivider>}
      <p className={styles.line}>
        <span data-text>{message.content}</span> <Timestamp at={message.at} />
      </p>
    </article>
  );
}
