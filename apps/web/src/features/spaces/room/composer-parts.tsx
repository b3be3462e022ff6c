import type { PostRow } from '@polylogue/contract';
import { Button, CloseIcon, classes, EyeOffIcon, IconButton, SparkIcon } from '../../../ui/index.ts';
import { quoteText } from './posts.ts';
import styles from './room-composer.module.css';

/** The message that the next one replies to; not there if it is not loaded. */
export const ReplyLine = ({ to, onEnd }: { to: PostRow | undefined; onEnd(): void }) => (
  <div className={styles.reply}>
    {typeof to?.deleted_at === 'number' ? (
      <span>The message you are replying to was deleted. Yours will be sent as a new message.</span>
    ) : (
      <p dir="auto">{to ? `Reply to: ${quoteText(to)}` : 'Reply to an earlier message'}</p>
    )}
    <IconButton label="No reply" small onClick={onEnd}>
      <CloseIcon size={16} />
    </IconButton>
  </div>
);

interface ToggleProps {
  isOn: boolean;
  onChange(isOn: boolean): void;
}

export const OffRecordToggle = ({ isOn, onChange }: ToggleProps) => (
  <IconButton
    label="Off the record"
    aria-pressed={isOn}
    className={styles.toggle}
    onClick={() => onChange(!isOn)}
  >
    <EyeOffIcon />
  </IconButton>
);

export const AskToggle = ({
  aiName,
  isOn,
  isFixed,
  onChange,
}: ToggleProps & { aiName: string; isFixed: boolean }) => (
  <Button
    small
    tone="quiet"
    aria-pressed={isOn}
    className={classes(styles.toggle, styles.ask)}
    aria-disabled={isFixed || undefined}
    onClick={() => isFixed || onChange(!isOn)}
  >
    <SparkIcon size={20} />
    <span className={styles.askWords}>Ask {aiName}</span>
  </Button>
);
