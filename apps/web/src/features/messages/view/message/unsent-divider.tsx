import { TextButton } from '../../../../ui/index.ts';
import styles from './unsent-divider.module.css';

/** Shown above the first message that is still sent. */
export function UnsentDivider({ onUndo }: { onUndo(): void }) {
  return (
    <div className={styles.divider} role="note">
      <p>
        Messages above are no longer sent to the model.{' '}
        <TextButton onClick={onUndo}>Send them again</TextButton>
      </p>
    </div>
  );
}
