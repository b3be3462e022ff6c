import type { PostRow, SpaceRights } from '@polylogue/contract';
import { spaceLimits } from '@polylogue/sync';
import { useState } from 'react';
import { Button } from '../../../ui/index.ts';
import { type Row, Timestamp } from '../../messages/index.ts';
import type { Post } from './lines.ts';
import { ListDivider } from './list-divider.tsx';
import styles from './notice-line.module.css';
import type { PostIntents } from './post-intents.ts';
import { useTimeUntil } from './use-time-until.ts';

interface NoticeLineProps extends Row {
  message: Post;
  /** What its day is called, if it is the first of that day. */
  day: string | null;
  me: string;
  can: SpaceRights;
  intents: Pick<PostIntents, 'undoTopic'>;
}

/** A notice, for example that a member joined. */
export function NoticeLine({ message, day, position, count, row, me, can, intents }: NoticeLineProps) {
  const words = <span data-text>{message.content}</span>;
  const time = <Timestamp at={message.at} />;
  const isTopic = message.row?.notice?.kind === 'topic';
  return (
    <article
      ref={row}
      data-message={message.id}
      aria-posinset={position}
      aria-setsize={count}
      className={styles.notice}
    >
      {day !== null && <ListDivider>{day}</ListDivider>}
      {isTopic ? (
        <ListDivider>
          {words} {time}
        </ListDivider>
      ) : (
        // What was said may end with a time, too.
        <p className={styles.line}>
          {words} · {time}
        </p>
      )}
      {isTopic && message.row?.by_id === me && can.post && (
        <UndoTopic row={message.row} undo={intents.undoTopic} />
      )}
    </article>
  );
}

/** For a minute. */
function UndoTopic({ row, undo }: { row: PostRow; undo: PostIntents['undoTopic'] }) {
  const until = row.created_at + spaceLimits.topicUndo;
  const isOver = useTimeUntil(until) >= until;
  const [isBusy, setBusy] = useState(false);
  if (isOver) return null;
  return (
    <Button
      small
      tone="quiet"
      busy={isBusy}
      onClick={() => {
        setBusy(true);
        void undo(row.message_id).finally(() => setBusy(false));
      }}
    >
      Undo
    </Button>
  );
}
