import { Button } from '../../../ui/index.ts';
import { CopyButton } from '../../messages/index.ts';
import styles from './kept-text.module.css';

interface KeptTextProps {
  label: string;
  text: string;
  onDiscard?: () => void;
}

/** Text that cannot be sent, to be read and copied. */
export function KeptText({ label, text, onDiscard }: KeptTextProps) {
  return (
    <div className={styles.kept}>
      <p>{label}</p>
      <blockquote dir="auto">{text}</blockquote>
      <div className={styles.actions}>
        <CopyButton text={() => text} />
        {onDiscard && (
          <Button small tone="quiet" onClick={onDiscard}>
            Delete
          </Button>
        )}
      </div>
    </div>
  );
}
