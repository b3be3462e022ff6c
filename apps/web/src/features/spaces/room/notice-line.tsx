import { fullTime, shortTime } from '../../../lib/text/time.ts';
import type { Row } from '../../messages/index.ts';
import styles from './notice-line.module.css';
import type { Post } from './posts.ts';

/** A notice, for example that a member joined. */
export function NoticeLine({ message, position, count, row }: Row & { message: Post }) {
  const at = new Date(message.at);
  return (
    <article
      ref={row}
      data-message={message.id}
      aria-posinset={position}
      aria-setsize={count}
      className={styles.line}
    >
      <span data-text>{message.content}</span>{' '}
      <time dateTime={at.toISOString()} title={fullTime(at)}>
        {shortTime(at)}
      </time>
    </article>
  );
}
