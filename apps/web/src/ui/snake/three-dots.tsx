import { VisuallyHidden } from '../visually-hidden/visually-hidden.tsx';
import styles from './three-dots.module.css';

/** Shows that a message is about to come. `label` is read aloud. */
export function ThreeDots({ label }: { label: string }) {
  return (
    <span className={styles.dots} role="status">
      <i />
      <i />
      <i />
      <VisuallyHidden>{label}</VisuallyHidden>
    </span>
  );
}
