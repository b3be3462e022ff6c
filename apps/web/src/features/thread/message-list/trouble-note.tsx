import { Button, Disclosure } from '../../../ui/index.ts';
import type { Message } from '../message.ts';
import { canContinue } from '../thread.ts';
import { troubleWords } from '../trouble.ts';
import styles from './trouble-note.module.css';

interface TroubleNoteProps {
  message: Message;
  /** Only the last message can be asked for again. */
  canRetry: boolean;
  onRetry(): void;
  onContinue(): void;
}

/** Why there is no reply, or why it is not whole, where it would have been; and what to do about it. */
export function TroubleNote({ message, canRetry, onRetry, onContinue }: TroubleNoteProps) {
  const words = troubleWords(message);
  if (!words) return null;
  const isFailure = message.trouble?.type === 'failed';
  return (
    <div className={styles.note} data-trouble={isFailure ? 'failure' : 'cut'}>
      <p>{words.text}</p>
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
        </div>
      )}
    </div>
  );
}
