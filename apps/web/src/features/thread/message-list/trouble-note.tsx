import { Button, Disclosure } from '../../../ui/index.ts';
import type { Message } from '../message.ts';
import { canContinue } from '../thread.ts';
import { troubleWords } from '../trouble.ts';
import styles from './trouble-note.module.css';

interface TroubleNoteProps {
  message: Message;
  /** Only what was said last can be asked for again. */
  canRetry: boolean;
  onRetry(): void;
  onContinue(): void;
  /** What helps when the conversation is longer than the model reads. */
  onDropOldest?: (() => void) | undefined;
  onChooseModel?: (() => void) | undefined;
}

/** Why there is no reply, or why it is not whole, where it would have been; and what to do about it. */
export function TroubleNote(props: TroubleNoteProps) {
  const { message, canRetry, onRetry, onContinue, onDropOldest, onChooseModel } = props;
  const words = troubleWords(message);
  if (!words) return null;
  const { trouble } = message;
  const isFailure = trouble?.type === 'failed';
  const isTooLong = isFailure && trouble.failure.kind === 'too-long';
  return (
    <div className={styles.note} data-trouble={isFailure ? 'failure' : 'cut'}>
      <p>{words.text}</p>
      {words.said && <p className={styles.said}>{words.said}</p>}
      {words.hint && <p className={styles.hint}>{words.hint}</p>}
      {words.details && (
        <Disclosure title="Details">
          <pre className={styles.details}>{words.details}</pre>
        </Disclosure>
      )}
      {canRetry && (
        <div className={styles.buttons}>
          {message.role === 'assistant' && canContinue(message) && (
            <Button small onClick={onContinue}>
              Continue
            </Button>
          )}
          <Button small onClick={onRetry}>
            Retry
          </Button>
          {isTooLong && onDropOldest && (
            <Button small onClick={onDropOldest}>
              Drop the oldest and retry
            </Button>
          )}
          {isTooLong && onChooseModel && (
            <Button small onClick={onChooseModel}>
              Choose another model
            </Button>
          )}
        </div>
      )}
    </div>
  );
}
