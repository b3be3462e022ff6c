import type { ReactNode } from 'react';
import { SnakePicture } from '../snake/snake-picture.tsx';
import styles from './empty-state.module.css';

interface EmptyStateProps {
  /** What is missing, from ui/empty-state; else the snake of the brand. */
  drawing?: ReactNode;
  /** That there is nothing. */
  title: ReactNode;
  /** What will stand here, and how it comes to be. */
  children?: ReactNode;
  /** What can be done about it. */
  actions?: ReactNode;
  /** It is all there is on the page, and its title the page's heading. */
  isPage?: boolean;
}

/** Stands where a list would be. */
export function EmptyState({
  drawing = <SnakePicture />,
  title,
  children,
  actions,
  isPage = false,
}: EmptyStateProps) {
  const Title = isPage ? 'h1' : 'p';
  return (
    <div className={styles.empty}>
      {drawing}
      <Title className={styles.title}>{title}</Title>
      {children && <div className={styles.text}>{children}</div>}
      {actions && <div className={styles.actions}>{actions}</div>}
    </div>
  );
}
