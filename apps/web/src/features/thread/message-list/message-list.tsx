import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { Live } from '../../../lib/live.ts';
import { useLive } from '../../../lib/use-live.ts';
import type { ProviderName } from '../../keys/index.ts';
import { retryable } from '../conversation.ts';
import type { Thread } from '../thread.ts';
import { forkAt } from '../versions.ts';
import { Announcer } from './announcer.tsx';
import type { Finding } from './find/finding.ts';
import { useFindBar } from './find/use-find-bar.ts';
import { useFindKey } from './find/use-find-key.ts';
import styles from './message-list.module.css';
import { type MessageAsks, MessageView } from './message-view.tsx';
import { PendingNote } from './pending-note.tsx';
import { ScrollButtons } from './scroll-buttons.tsx';
import { useFollower } from './use-follower.ts';
import { useWholeSelection } from './whole-selection.ts';
import { Room } from './window/room.tsx';
import { gap } from './window/row-estimate.ts';
import { RowMemory, rowMemory } from './window/row-memory.ts';
import { useListWindow } from './window/use-list-window.ts';
import { useNewEdit } from './window/use-new-edit.ts';

export interface MessageListProps {
  thread: Thread;
  /** The provider of messages that do not know their own. */
  provider: ProviderName | null;
  /** The same object every time, or every message is rendered anew. */
  asks: MessageAsks;
  /** Whether somebody looks for words in it. */
  finding: Finding;
  /** Tells of each message that the person sends themselves: they are taken to it. */
  ownSends: Pick<Live<unknown>, 'listen'>;
  /** What stands here while there is no message. */
  children?: ReactNode;
}

export function MessageList({ thread, provider, asks, finding, ownSends, children }: MessageListProps) {
  const pending = useLive(thread, (conversation) => conversation.pending);
  const forks = useLive(thread, (conversation) => conversation.forks);
  const sentFrom = useLive(thread, (conversation) => conversation.sentFrom);
  const scroller = useRef<HTMLElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const isThere = useLive(thread, ({ messages }) => messages.length > 0);
  const follower = useFollower(scroller, content, !isThere);
  const { window, shown, row } = useListWindow(thread, scroller, follower);
  const { messages, parts, fresh } = shown;
  const isEmpty = messages.length === 0;
  const failed = retryable(messages);
  const [memory] = useState(rowMemory);
  const Bar = useFindBar(finding, isEmpty);
  useNewEdit(thread, window, scroller);
  // Before the message is laid out: once it is, it is followed like any other at the bottom.
  useEffect(() => ownSends.listen(() => follower?.toBottom()), [follower, ownSends]);
  useFindKey(finding, isEmpty);
  useWholeSelection(scroller, thread);

  return (
    <div className={styles.frame}>
      {Bar && <Bar finding={finding} thread={thread} window={window} memory={memory} scroller={scroller} />}
      {/* Read out by the announcer in sentences, not token by token. */}
      <section
        ref={scroller}
        className={styles.scroller}
        role="log"
        aria-live="off"
        aria-label="Messages"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must scroll by keyboard
        tabIndex={0}
      >
        <div ref={content} className={styles.content} {...(!isEmpty && { style: { rowGap: gap } })}>
          {isEmpty && children}
          <RowMemory value={memory}>
            {parts.map((part) => {
              if (part.type === 'room') return <Room key={`room ${messages[part.end]?.id}`} {...part} />;
              const message = messages[part.index];
              if (!message) return null;
              return (
                <MessageView
                  key={message.id}
                  row={row}
                  message={message}
                  position={part.index + 1}
                  count={messages.length}
                  provider={provider}
                  isNewest={message.id === fresh}
                  canRetry={message === failed && pending.type === 'idle'}
                  thread={thread}
                  fork={forkAt({ messages, forks }, part.index)}
                  isFirstSent={part.index > 0 && message.id === sentFrom}
                  asks={asks}
                />
              );
            })}
          </RowMemory>
          <PendingNote pending={pending} />
        </div>
      </section>
      {follower && <ScrollButtons follower={follower} scroller={scroller} />}
      <Announcer thread={thread} />
    </div>
  );
}
