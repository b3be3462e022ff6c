import { VisuallyHidden } from '../visually-hidden/visually-hidden.tsx';
import styles from './snake.module.css';

interface SnakeProps {
  /** In px; 20 by default. */
  size?: number;
  /** What is being waited for. Without it the snake is decorative, and something nearby says so. */
  label?: string;
}

/** The loading indicator: the brand's snake, small, on its 12×12 grid, one cell every 100 ms. */
export function Snake({ size = 20, label }: SnakeProps) {
  return (
    <span className={styles.place} role={label && 'status'}>
      <span className={styles.snake} style={{ inlineSize: size, blockSize: size }} />
      {label && <VisuallyHidden>{label}</VisuallyHidden>}
    </span>
  );
}
