import { Button } from '../../../ui/index.ts';
import type { PostIntents } from './post-intents.ts';
import styles from './post-view.module.css';

interface RefusedPostProps extends Pick<PostIntents, 'retry' | 'discard'> {
  id: string;
  because: string;
  /** While they are muted, a person’s message would only be refused again. */
  canPost: boolean;
}

/** Why a message was not sent, and what can be done with it. */
export function RefusedPost({ id, because, canPost, retry, discard }: RefusedPostProps) {
  return (
    <div className={styles.failed} role="alert">
      <p>Not sent. {because}</p>
      {canPost && (
        <Button small onClick={() => retry(id)}>
          Retry
        </Button>
      )}
      <Button small tone="quiet" onClick={() => discard(id)}>
        Delete
      </Button>
    </div>
  );
}
