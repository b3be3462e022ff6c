import { type ReactNode, useId } from 'react';
import styles from './drawing.module.css';

/** What small drawings in the style of the brand are on: threads in the colours of people, green for the AI. */
export function SmallDrawing({ children }: { children: ReactNode }) {
  const dots = useId();
  return (
    <svg className={styles.picture} viewBox="0 0 12 6" aria-hidden="true">
      <pattern id={dots} width="1" height="1" patternUnits="userSpaceOnUse">
        <circle className={styles.dots} cx="0.5" cy="0.5" r="0.055" />
      </pattern>
      <rect width="12" height="6" fill={`url(#${dots})`} stroke="none" />
      {children}
    </svg>
  );
}
