import { type ReactNode, useEffect, useRef } from 'react';
import { useLive } from '../../../../lib/state/use-live.ts';
import { Button } from '../../../../ui/index.ts';
import { handOverFocus, takesOverFocus } from '../actions/focus-hand-over.ts';
import type { MessageExtras, MessageIntents } from '../intents.ts';
import type { ListSource } from '../list-state.ts';
import type { ListedMessage } from '../message.ts';
import styles from './deleted-line.module.css';

interface DeletedLineProps extends Pick<MessageIntents, 'onMark'> {
  message: ListedMessage;
  source: ListSource;
  endsWithQuestion: MessageExtras['hasQuestion'];
  /** The switch to its other versions. */
  versions: ReactNode;
  /** It is the last one, nothing is wrong with the message before it, and nothing is pending. */
  canRetry: boolean;
  onRetry(): void;
}

/** Takes the place of a deleted message, with an Undo that does not vanish with a toast. */
export function DeletedLine({
  message: { id, role },
  source,
  endsWithQuestion,
  versions,
  canRetry,
  onRetry,
  onMark,
}: DeletedLineProps) {
  const undo = useRef<HTMLButtonElement>(null);
  const hasQuestion = useLive(source, (listed) => canRetry && endsWithQuestion(listed));

  useEffect(() => {
    if (!takesOverFocus(id)) return;
    undo.current?.focus({ preventScroll: true });
    // A long message took its place on the screen with it.
    undo.current?.closest('article')?.scrollIntoView({ block: 'nearest', behavior: 'instant' });
  }, [id]);

  function restore() {
    handOverFocus(id);
    onMark(id, { isDeleted: false });
  }

  return (
    <div className={styles.line}>
      <p id={`${id}-deleted`}>{role === 'user' ? 'Message deleted' : 'Reply deleted'}</p>
      <Button ref={undo} small tone="quiet" aria-describedby={`${id}-deleted`} onClick={restore}>
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
