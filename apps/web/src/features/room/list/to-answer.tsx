import { useCallback, useState } from 'react';
import { serverNow } from '../../../api/index.ts';
import type { Live } from '../../../lib/state/live.ts';
import { useLive } from '../../../lib/state/use-live.ts';
import { Button, SparkIcon } from '../../../ui/index.ts';
import type { Target } from '../../messages/index.ts';
import type { OpenRoom } from '../engine/open-room.ts';
import { ownAnswer } from './own-answer.ts';
import styles from './to-new-posts.module.css';

/** The answer that the reader waits for, until it was on the screen: others may have asked below it meanwhile. */
export function useUnseenAnswer(room: OpenRoom, me: string) {
  const [openedAt] = useState(serverNow);
  const answer = useLive(room, ({ rows }) => ownAnswer(rows, me, openedAt));
  // All of them: when the last one loses its browser, the one before it is the last again.
  const [seen, setSeen] = useState<readonly (string | null)[]>([]);
  const onSeen = useCallback(() => setSeen((all) => [...all, answer]), [answer]);
  return { answer: seen.includes(answer) ? null : answer, onSeen };
}

/** Leads to it. */
export function ToAnswer({ id, goingTo }: { id: string; goingTo: Pick<Live<Target, Target>, 'dispatch'> }) {
  return (
    <Button small tone="accent" className={styles.button} onClick={() => goingTo.dispatch({ id })}>
      <SparkIcon size={16} />
      Go to your answer
    </Button>
  );
}
