import { type ReactNode, useRef } from 'react';
import { useLive } from '../../../lib/use-live.ts';
import type { ProviderName } from '../../keys/index.ts';
import type { Thread } from '../thread.ts';
import { Announcer } from './announcer.tsx';
import styles from './message-list.module.css';
import { type MessageAsks, MessageView } from './message-view.tsx';
import { PendingNote } from './pending-note.tsx';
import { ScrollButtons } from './scroll-buttons.tsx';
import { useFollower } from './use-follower.ts';

export interface MessageListProps {
  thread: Thread;
  /** The provider of messages that do not know their own. */
  provider: ProviderName | null;
  /** The same object every time, or every message is rendered anew. */
  asks: MessageAsks;
  /** What stands here while there is no message. */
  children?: ReactNode;
}

export function MessageList({ thread, provider, asks, children }: MessageListProps) {
  const messages = useLive(thread, (conversation) => conversation.messages);
  const pending = useLive(thread, (conversation) => conversation.pending);
  const scroller = useRef<HTMLElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const isEmpty = messages.length === 0;
  const follower = useFollower(scroller, content, isEmpty);
  const newestReply = messages.findLast((message) => message.role === 'assistant');

  return (
    <div className={styles.frame}>
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
        <div ref={content} className={styles.content}>
          {isEmpty && children}
          {messages.map((message, index) => (
            <MessageView
              key={message.id}
              message={message}
              provider={provider}
              isNewest={message === newestReply}
              canRetry={index === messages.length - 1 && pending.type === 'idle'}
              asks={asks}
            />
          ))}
          <PendingNote pending={pending} />
        </div>
      </section>
      {follower && <ScrollButtons follower={follower} scroller={scroller} />}
      <Announcer thread={thread} />
    </div>
  );
}
