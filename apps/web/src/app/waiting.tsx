import { Snake } from '../ui/index.ts';
import styles from './waiting.module.css';

/** Shown in place of a page until it is known who is signed in. */
export function Waiting() {
  return (
    <main className={styles.waiting}>
      <Snake size={48} label="Checking whether you are signed in" />
    </main>
  );
}
