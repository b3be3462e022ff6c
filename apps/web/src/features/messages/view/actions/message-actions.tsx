import type { ReactNode } from 'react';
import { copyText } from '../../../../lib/files/clipboard.ts';
import { canShare, share } from '../../../../lib/files/share.ts';
import { classes, IconButton, ShareIcon, toast } from '../../../../ui/index.ts';
import { contentOf, isOwn, type ListedMessage } from '../message.ts';
import { CopyButton } from './copy-button.tsx';
import styles from './message-actions.module.css';
import { Timestamp } from './timestamp.tsx';

interface MessageActionsProps {
  message: ListedMessage;
  /** More buttons. */
  children?: ReactNode;
}

/** The row under a message: its time and the actions on it. */
export function MessageActions({ message, children }: MessageActionsProps) {
  return (
    <div className={classes(styles.actions, isOwn(message) && styles.own)} data-actions>
      <Timestamp at={message.at} />
      <CopyButton text={() => contentOf(message)} />
      <IconButton label="Share message" small onClick={() => void shareOrCopy(contentOf(message))}>
        <ShareIcon size={16} />
      </IconButton>
      {children}
    </div>
  );
}

async function shareOrCopy(text: string) {
  if (canShare()) await share({ text });
  else if (await copyText(text)) toast({ title: 'Message copied', text: 'This browser cannot share it.' });
}
