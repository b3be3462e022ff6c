import type { CSSProperties, ReactNode } from 'react';
import { classes, personColour, VisuallyHidden } from '../../../../ui/index.ts';
import { isOwn } from '../message.ts';
import type { Row } from '../row.ts';
import styles from './message-frame.module.css';

interface MessageFrameProps extends Pick<Row, 'message' | 'position' | 'count' | 'row' | 'isNewest'> {
  /** The author's name, for screen readers. */
  by: string;
  /** A divider above it. */
  above?: ReactNode;
  children: ReactNode;
}

/** Places one message in its list: the side of its author, and the thread in their colour. */
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
        message.role === 'user' && message.isContinued && !above && styles.continued,
        isNewest && styles.newest,
      )}
      style={other && ({ '--voice': personColour(other.id) } as CSSProperties)}
      data-role={message.role}
    >
      {above}
      <h2>
        <VisuallyHidden>{by}</VisuallyHidden>
      </h2>
      {children}
    </article>
  );
}
