import { type ReactNode, useEffect, useRef } from 'react';
import { useLive } from '../../../lib/use-live.ts';
import { Button } from '../../../ui/index.ts';
import type { Message } from '../message.ts';
import { isAsked } from '../request.ts';
import type { Thread } from '../thread.ts';
import styles from './deleted-line.module.css';
import { handOver, takesOver } from './hand-over.ts';

interface DeletedLineProps {
  message: Message;
  thread: Thread;
  /** The way to its other versions. */
  versions: ReactNode;
  /** It is the last one, nothing is wrong with what was said before it, and nothing is pending. */
  canRetry: boolean;
  onRetry(): void;
}

/** What stands where a message was that is deleted: no toast takes its Undo away. */
export function DeletedLine({
  message: { id, role },
  thread,
  versions,
  canRetry,
  onRetry,
}: DeletedLineProps) {
  const undo = useRef<HTMLButtonElement>(null);
  const hasQuestion = useLive(thread, (conversation) => canRetry && isAsked(conversation));

  useEffect(() => {
    if (!takesOver(id)) return;
    undo.current?.focus({ preventScroll: true });
    // A long message has taken its place on the screen along.
    undo.current?.closest('article')?.scrollIntoView({ block: 'nearest', behavior: 'instant' });
  }, [id]);

  function bringBack() {
    handOver(id);
    thread.bringBack(id);
  }

  return (
    <div className={styles.line}>
      <p id={`${id}-deleted`}>{role === 'user' ? 'Message deleted' : 'Reply deleted'}</p>
      <Button ref={undo} small tone="quiet" aria-describedby={`${id}-deleted`} onClick={bringBack}>
        Undo
      </Button>
      {hasQuestion && (
        <Button small tone="quiet" onClick={onRetry}>
          Retry
        </Button>
      )}
      {versions}
    </div>
  );
}
