import { useLive } from '../../../../lib/state/use-live.ts';
import { tokensInWords } from '../../../../lib/text/money.ts';
import { Button } from '../../../../ui/index.ts';
import styles from '../folder/long-chat-note.module.css';
import { isTooLong } from './context.ts';
import type { Meter } from './open-meter.ts';

export interface LongChatNoteProps {
  meter: Meter;
  model: string;
  onDropOldest(): void;
  onChooseModel(): void;
}

/** Shown above the text box when the next question is longer than the model's context window. */
export function LongChatNote({ meter, model, onDropOldest, onChooseModel }: LongChatNoteProps) {
  const context = useLive(meter, (now) => now);
  const isLong = context !== null && isTooLong(context);
  return (
    <div role="status">
      {isLong && (
        <div className={styles.note}>
          <p>
            This conversation{' '}
            {context.tokens > (context.window ?? 0)
              ? `is longer than ${model} can read`
              : `leaves ${model} no room to answer`}{' '}
            ({tokensInWords(context.tokens, context.isEstimate)} of {tokensInWords(context.window ?? 0)}{' '}
            tokens): the next question may be refused, or lose its beginning.
          </p>
          <div className={styles.buttons}>
            <Button small onClick={onDropOldest}>
              Drop the oldest
            </Button>
            <Button small onClick={onChooseModel}>
              Choose another model
            </Button>
          </div>
        </div>
      )}
    </div>
  );
}
