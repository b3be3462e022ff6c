import { useLive } from '../../lib/state/use-live.ts';
import { counted } from '../../lib/text/counts.ts';
import { Button, CloseIcon, EditIcon, IconButton, VisuallyHidden } from '../../ui/index.ts';
import type { Chat } from './chat.ts';
import type { Queued } from './queue.ts';
import styles from './queued-messages.module.css';

interface QueuedMessagesProps {
  chat: Pick<Chat, 'queue' | 'thread' | 'held'>;
  onEdit(message: Queued): void;
  onRemove(message: Queued): void;
  /** Sends the first of them now. */
  onSendNow(): void;
}

/** Messages written while an answer was arriving, shown above the text box until they are sent. */
export function QueuedMessages({ chat, onEdit, onRemove, onSendNow }: QueuedMessagesProps) {
  const messages = useLive(chat.queue, (all) => all);
  const isHeld = useLive(chat.held, (now) => now);
  const isIdle = useLive(chat.thread, ({ pending }) => pending.type === 'idle');
  const when = isIdle || isHeld ? 'Not sent yet' : 'Sent when this reply is done';
  return (
    <>
      <div role="status">
        {messages.length > 0 && (
          <VisuallyHidden>
            {counted(messages.length)} queued: {when}
          </VisuallyHidden>
        )}
      </div>
      {messages.length > 0 && (
        <section className={styles.queue} aria-label="Queued messages">
          <p className={styles.when}>{when}</p>
          <ol className={styles.list}>
            {messages.map((message, index) => (
              <li key={message.id} className={styles.message}>
                <p className={styles.text} dir="auto">
                  {wordsOf(message)}
                </p>
                {isIdle && index === 0 && (
                  <Button small onClick={onSendNow}>
                    Send now
                  </Button>
                )}
                <IconButton label="Edit queued message" small onClick={() => onEdit(message)}>
                  <EditIcon size={16} />
                </IconButton>
                <IconButton label="Remove queued message" small onClick={() => onRemove(message)}>
                  <CloseIcon size={16} />
                </IconButton>
              </li>
            ))}
          </ol>
        </section>
      )}
    </>
  );
}

function wordsOf({ text, files }: Queued): string {
  return [text.trim(), ...files.map(({ name }) => name)].filter(Boolean).join(' · ');
}
