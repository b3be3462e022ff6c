import type { PostRow } from '@polylogue/contract';
import type { ReactNode } from 'react';
import { Button, CloseIcon, classes, EyeOffIcon, IconButton, SparkIcon } from '../../../ui/index.ts';
import { quoteText } from '../list/quotes.ts';
import styles from './room-composer.module.css';

export const SlowNote = ({ seconds }: { seconds: number }) => (
  <p className={styles.note}>
    Slow mode: one message every {secondsWords(seconds)}. What you send sooner waits until then.
  </p>
);

function secondsWords(seconds: number): string {
  if (seconds === 60) return 'minute';
  return seconds % 60 === 0 ? `${seconds / 60} minutes` : `${seconds} seconds`;
}

export const OffRecordNote = () => (
  <p className={styles.offRecord}>
    Off the record: everyone here can read it, but it is never sent to an AI.
  </p>
);

/** What is sent to whom if the AI is asked. */
export const AskingNote = ({ children }: { children: ReactNode }) => (
  <div className={styles.asking}>
    <p>Everyone here sees the answer.</p>
    {children}
  </div>
);

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
