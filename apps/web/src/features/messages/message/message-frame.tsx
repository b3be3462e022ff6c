import type { CSSProperties, ReactNode } from 'react';
import { classes, personColour, Spoken } from '../../../ui/index.ts';
import type { Row } from '../list/row.ts';
import { isOwn } from './message.ts';
import styles from './message-frame.module.css';

interface MessageFrameProps extends Pick<Row, 'message' | 'position' | 'count' | 'row' | 'isNewest'> {
  /** Whose it is, as it is read out. */
  by: string;
  /** What parts it from those before it. */
  above?: ReactNode;
  children: ReactNode;
}

/** The place of one message in its list: the side of who wrote it, and the thread in their colour. */
export function MessageFrame({
  message,
  position,
  count,
  row,
  isNewest,
  by,
  above,
  children,
}: MessageFrameProps) {
  const other = message.role === 'user' ? message.by : undefined;
  return (
    <article
      ref={row}
      data-message={message.id}
      aria-posinset={position}
      aria-setsize={count}
      className={classes(
        styles.message,
        message.role === 'user' ? styles.person : styles.assistant,
        isOwn(message) && styles.own,
        isNewest && styles.newest,
      )}
      style={other && ({ '--voice': personColour(other.id) } as CSSProperties)}
      data-role={message.role}
    >
      {above}
      <h2>
        <Spoken>{by}</Spoken>
      </h2>
      {children}
    </article>
  );
}
