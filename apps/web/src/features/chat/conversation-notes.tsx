import { useEffect, useState } from 'react';
import { whenIdle } from '../../lib/schedule/idle.ts';
import { useLive } from '../../lib/state/use-live.ts';
import { TextButton } from '../../ui/index.ts';
import { savingStatus } from '../sync/index.ts';
import type { Conversation } from './conversation.ts';
import styles from './conversation-notes.module.css';
import { UnreadableNote } from './unreadable-note.tsx';
import { useAddressedMessage } from './use-addressed-message.ts';
import { isSignedIn } from './welcome.tsx';

const sentences = (isMember: boolean) => ({
  waiting: 'Not saved to your account yet.',
  full: 'Your account’s storage is full: anything new stays in this browser. Delete some conversations.',
  'memory-only': isMember
    ? 'This browser cannot store any more: what you write is kept in your account alone, once you are online.'
    : 'This browser cannot store any more: copy or download what you need before you leave.',
});

/** Shown over the text box: problems with storing this conversation. */
export function ConversationNotes({ active }: { active: Conversation }) {
  const opening = useLive(active.opening, (now) => now);
  return opening === 'here' && <Notes active={active} />;
}

function Notes({ active }: { active: Conversation }) {
  const status = useLive(savingStatus, (now) => now);
  const show = useLive(active.otherBranch, (now) => now);
  useAddressedMessage(active);
  return (
    <div role="status">
      {show && (
        <p className={styles.note}>
          Continued on another device · <TextButton onClick={show}>Show</TextButton>
        </p>
      )}
      <EarlierNote active={active} />
      <UnreadableNote active={active} />
      {status !== 'none' && <p className={styles.note}>{sentences(isSignedIn())[status]}</p>}
    </div>
  );
}

/** Without it, a conversation of which only the end is here would look as if it began there. */
function EarlierNote({ active }: { active: Conversation }) {
  const hasMore = useLive(active.thread, (conversation) => conversation.hasMore);
  const [wasTried, setTried] = useState(false);
  const [isBusy, setBusy] = useState(false);

  useEffect(() => {
    if (hasMore) return whenIdle(() => void active.loaded().then(() => setTried(true)));
  }, [active, hasMore]);

  async function tryAgain() {
    setBusy(true);
    await active.whole('Only the newest are shown');
    setBusy(false);
  }

  return (
    hasMore &&
    wasTried && (
      <p className={styles.note}>
        Earlier messages are not in this browser yet ·{' '}
        <TextButton aria-disabled={isBusy || undefined} onClick={() => isBusy || void tryAgain()}>
          Try again
        </TextButton>
      </p>
    )
  );
}
