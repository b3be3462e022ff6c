import { useEffect, useState } from 'react';
import { KeptText } from './kept-text.tsx';
import styles from './room-composer.module.css';
import type { RoomDraft } from './room-draft.ts';

interface ClosedComposerProps {
  /** Why the member cannot post here. */
  reason: string;
  draft: RoomDraft;
}

/** Instead of the text box where a member cannot post; what they had typed stays within reach. */
export function ClosedComposer({ reason, draft }: ClosedComposerProps) {
  const text = useKeptDraft(draft);
  return (
    <div className={styles.foot}>
      <p className={styles.closed}>{reason}</p>
      {text && <KeptText label="Your draft is kept:" text={text} />}
    </div>
  );
}

/** What was typed and cannot be sent at the moment. */
export function useKeptDraft(draft: RoomDraft): string {
  const [text, setText] = useState('');
  // Not while rendering: a text box that is going away stores its last words first.
  useEffect(() => setText(draft.text.read().trim()), [draft]);
  return text;
}
