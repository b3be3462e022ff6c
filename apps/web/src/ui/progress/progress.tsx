import styles from './progress.module.css';

interface ProgressProps {
  /** What is measured. */
  label: string;
  /** From 0 to 1. */
  share: number;
  /** How it is read aloud, if a percentage would say too little. */
  text?: string;
  /** `meter` is how full something is, rather than how far it has got. */
  kind?: 'progress' | 'meter';
}

/** A bar that fills up. */
export function ProgressBar({ label, share, text, kind = 'progress' }: ProgressProps) {
  const filled = Math.round(Math.min(1, Math.max(0, share)) * 100);
  return (
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: both of these roles support it
    <div
      className={styles.track}
      role={kind === 'meter' ? 'meter' : 'progressbar'}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={filled}
      aria-valuetext={text}
      data-nearly={(kind === 'meter' && filled >= 90) || undefined}
    >
      <div className={styles.bar} style={{ inlineSize: `${filled}%` }} />
    </div>
  );
}
