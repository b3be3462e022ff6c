import { Snake } from '../ui/index.ts';
import styles from './waiting.module.css';

/** Stands in for a page while it is not known who is signed in. */
export function Waiting() {
  return (
    <main className={styles.waiting}>
      <Snake size={48} label="Checking whether you are signed in" />
    </main>
  );
}
