import { type ReactNode, useId } from 'react';
import { classes } from '../classes.ts';
import styles from './field.module.css';

export interface FieldProps {
  label: ReactNode;
  /** What to know before typing. */
  hint?: ReactNode;
  /** What is wrong, as a sentence that says what to do. */
  error?: ReactNode;
  /** Keeps a line free for the error, so that an error shown on blur does not move the control being pressed. */
  steady?: boolean | undefined;
}

/** Attributes that connect the input to its label, hint and error. */
export interface InputAttributes {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
}

/** A label, an input, and its hint or error. */
export function Field({
  label,
  hint,
  error,
  steady,
  children,
}: FieldProps & { children: (tied: InputAttributes) => ReactNode }) {
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
