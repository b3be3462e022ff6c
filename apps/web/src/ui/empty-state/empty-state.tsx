import type { ReactNode } from 'react';
import { SnakePicture } from '../snake/snake-picture.tsx';
import styles from './empty-state.module.css';

interface EmptyStateProps {
  /** That there is nothing. */
  title: ReactNode;
  /** What will stand here, and how it comes to be. */
  children?: ReactNode;
  /** What can be done about it. */
  actions?: ReactNode;
}

/** Stands where a list would be. */
export function EmptyState({ title, children, actions }: EmptyStateProps) {
  return (
    <div className={styles.empty}>
      <SnakePicture />
      <p className={styles.title}>{title}</p>
      {children && <div className={styles.text}>{children}</div>}
      {actions && <div className={styles.actions}>{actions}</div>}
    </div>
  );
}
