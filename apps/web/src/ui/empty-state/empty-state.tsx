import type { ReactNode } from 'react';
import { SnakePicture } from '../snake/snake-picture.tsx';
import styles from './empty-state.module.css';

interface EmptyStateProps {
  /** A drawing of what is missing, from ui/empty-state; by default the brand's snake. */
  drawing?: ReactNode;
  /** Says that there is nothing. */
  title: ReactNode;
  /** What will appear here, and how. */
  children?: ReactNode;
  /** What can be done about it. */
  actions?: ReactNode;
  /** It is the whole page, and its title the page's heading. */
  isPage?: boolean;
}

/** Shown in place of an empty list. */
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
