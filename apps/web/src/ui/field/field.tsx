import { type ReactNode, useId } from 'react';
import { classes } from '../classes.ts';
import styles from './field.module.css';

export interface FieldProps {
  label: ReactNode;
  /** What to know before typing. */
  hint?: ReactNode;
  /** What is wrong, as a sentence that says what to do. */
  error?: ReactNode;
  /** Keeps a line free for the error: one that comes when a field is left moves nothing that is being pressed. */
  steady?: boolean | undefined;
}

/** What ties the element typed into to its label, hint and error. */
export interface Tied {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
}

/** A label, something to type into, and the words about it. */
export function Field({
  label,
  hint,
  error,
  steady,
  children,
}: FieldProps & { children: (tied: Tied) => ReactNode }) {
  const id = useId();
  const described = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ');
  return (
    <div className={classes(styles.field, steady && styles.steady)}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      {children({ id, 'aria-describedby': described || undefined, 'aria-invalid': error ? true : undefined })}
      {error && (
        <p className={styles.error} id={`${id}-error`} role="alert">
          {error}
        </p>
      )}
      {hint && (
        <div className={styles.hint} id={`${id}-hint`}>
          {hint}
        </div>
      )}
    </div>
  );
}
