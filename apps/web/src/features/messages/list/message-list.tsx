import { Fragment, type ReactNode, useEffect, useRef, useState } from 'react';
import type { Live } from '../../../lib/state/live.ts';
import { useLive } from '../../../lib/state/use-live.ts';
import type { Finding } from '../find/finding.ts';
import { useFindBar } from '../find/use-find-bar.ts';
import { useFindKey } from '../find/use-find-key.ts';
import type { Edits } from '../view/edit/edits.ts';
import { forkAt, type ListSource } from '../view/list-state.ts';
import { retryable } from '../view/message.ts';
import type { Row } from '../view/row.ts';
import { gap } from '../view/row-estimate.ts';
import { RowMemory, rowMemory } from '../view/row-memory.ts';
import { useFullSelection } from './full-selection.ts';
import styles from './message-list.module.css';
import { PendingNote } from './pending-note.tsx';
import { ScrollButtons } from './scroll-buttons.tsx';
import { useFollower } from './use-follower.ts';
import { type Target, useGoTo } from './use-go-to.ts';
import { useListWindow } from './use-list-window.ts';
import { useNearTop } from './use-near-top.ts';
import { useNewEdit } from './use-new-edit.ts';
import { watchPresses } from './watch-presses.ts';
import { Spacer } from './window/spacer.tsx';

export interface MessageListProps {
  source: ListSource;
  /** The messages that are being edited right now. */
  edits: Edits;
  /** Draws one message, with its author, its actions and its notes. */
  draw(row: Row): ReactNode;
  /** Announces replies to screen readers. */
  announcer: ReactNode;
  /** Whether it is being searched. */
  finding: Finding;
  /** What to say when nothing is found, because not everything is loaded. */
  notFound?: string | undefined;
  /** Fires when the user sends a message: the list scrolls to it. */
  ownSends: Pick<Live<unknown>, 'listen'>;
  /** Several people write in it. */
  isShared?: boolean;
  /** The reader is nearing the first message: older ones may be fetched. */
  onNearTop?(): void;
  /** A message to bring onto the screen. */
  target?: Target;
  /** It is there, or cannot be brought there. */
  onArrived?(): void;
  /** Shown while there are no messages. */
  children?: ReactNode;
}

/** Lays out messages on the page: it does not know who wrote them or where they are stored. */
export function MessageList(props: MessageListProps) {
  const {
    source,
    edits,
    draw,
    announcer,
    finding,
    notFound,
    ownSends,
    isShared = false,
    onNearTop,
    target = null,
    onArrived,
    children,
  } = props;
  const pending = useLive(source, (listed) => listed.pending);
  const forks = useLive(source, (listed) => listed.forks);
  const sentFrom = useLive(source, (listed) => listed.sentFrom);
  const scroller = useRef<HTMLElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const hasMessages = useLive(source, ({ messages }) => messages.length > 0);
  const follower = useFollower(scroller, content, !hasMessages);
  const { window, shown, row } = useListWindow(source, scroller, follower);
  const { messages, parts, fresh } = shown;
  const isEmpty = messages.length === 0;
  const failed = retryable(messages);
  const [memory] = useState(rowMemory);
  const Bar = useFindBar(finding, isEmpty);
  useNewEdit(source, edits, window, scroller);
  // Before the message is laid out: after that it is followed like any other at the bottom.
  useEffect(() => ownSends.listen(() => follower?.toBottom()), [follower, ownSends]);
  useEffect(() => (scroller.current ? watchPresses(scroller.current) : undefined), []);
  useNearTop(scroller, onNearTop);
  useGoTo(target, onArrived, source, window, scroller, finding);
  useFindKey(finding, isEmpty);
  useFullSelection(scroller, source);

  return (
    <div className={styles.frame}>
      {Bar && <Bar {...{ finding, notFound, source, window, memory, scroller }} />}
      {target && (
        <div role="status" className={styles.going}>
          <p>Loading earlier messages…</p>
        </div>
      )}
      {/* Read out by the announcer in sentences, not token by token. */}
      <section
        ref={scroller}
        className={styles.scroller}
        role="log"
        aria-live="off"
        aria-label="Messages"
        data-shared={isShared || undefined}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must scroll by keyboard
        tabIndex={0}
      >
        <div ref={content} className={styles.content} {...(!isEmpty && { style: { rowGap: gap } })}>
          {isEmpty && children}
          <RowMemory value={memory}>
            {parts.map((part) => {
              if (part.type === 'spacer')
                return <Spacer key={`spacer ${messages[part.end]?.id}`} {...part} />;
              const message = messages[part.index];
              if (!message) return null;
              const place: Row = {
                message,
                row,
                position: part.index + 1,
                count: messages.length,
                isNewest: message.id === fresh,
                canRetry: message === failed && pending.type === 'idle',
                fork: forkAt({ messages, forks }, part.index),
                isFirstSent: part.index > 0 && message.id === sentFrom,
              };
              return <Fragment key={message.id}>{draw(place)}</Fragment>;
            })}
          </RowMemory>
          <PendingNote pending={pending} />
        </div>
      </section>
      {follower && (
        <ScrollButtons source={source} follower={follower} scroller={scroller} isShared={isShared} />
      )}
      {announcer}
    </div>
  );
}
