import { useEffect, useRef, useState } from 'react';
import { IconButton, PauseIcon, PlayIcon } from '../../ui/index.ts';
import { type Show, show } from './show.ts';
import styles from './snake-board.module.css';

/** The brand's snake, playing on its own. Under reduced motion it stands still until Play is pressed. */
export function SnakeBoard() {
  const canvas = useRef<HTMLCanvasElement>(null);
  const running = useRef<Show>(null);
  const [isPlaying, setPlaying] = useState(false);

  useEffect(() => {
    if (!canvas.current) return;
    const started = show(canvas.current, Date.now());
    running.current = started;
    const isWelcome = !matchMedia('(prefers-reduced-motion: reduce)').matches;
    setPlaying(isWelcome);
    started.play(isWelcome);
    return started.end;
  }, []);

  function toggle() {
    setPlaying(!isPlaying);
    running.current?.play(!isPlaying);
  }

  return (
    <div className={styles.board}>
      <canvas
        ref={canvas}
        className={styles.canvas}
        role="img"
        aria-label="A snake that plays by itself on a grid of 12 by 12 cells"
      />
      <IconButton
        small
        label={isPlaying ? 'Pause the snake' : 'Play the snake'}
        className={styles.toggle}
        onClick={toggle}
      >
        {isPlaying ? <PauseIcon size={18} /> : <PlayIcon size={18} />}
      </IconButton>
    </div>
  );
}
