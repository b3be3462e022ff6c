import { ThreeDots } from '../../../ui/index.ts';
import type { Pending } from '../view/list-state.ts';
import styles from './pending-note.module.css';

/** Three dots while a reply is pending, and a note when it takes long. */
export function PendingNote({ pending }: { pending: Pending }) {
  if (pending.type === 'idle') return null;
  return (
    <div className={styles.note}>
      {pending.type === 'loading' && <ThreeDots label="Waiting for a reply" />}
      <span role="status">{pending.isStillWaiting && 'Still waiting…'}</span>
    </div>
  );
}
