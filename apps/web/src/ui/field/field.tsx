import { type ReactNode, useId } from 'react';
import { classes } from '../classes.ts';
import styles from './field.module.css';

export interface FieldProps {
  label: ReactNode;
  /** What to know before typing. */
  hint?: ReactNode;
  /** It may stay empty, and says so. */
  optional?: boolean | undefined;
  /** Beside the label, such as a link to what is asked for. */
  aside?: ReactNode;
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
  optional,
  aside,
  error,
  steady,
  children,
}: FieldProps & { children: (tied: InputAttributes) => ReactNode }) {
  const id = useId();
  const described = [error && `${id}-error`, optional && `${id}-optional`, hint && `${id}-hint`]
    .filter(Boolean)
    .join(' ');
  return (
    <div className={classes(styles.field, steady && styles.steady)}>
      <div className={styles.head}>
        <label className={styles.label} htmlFor={id}>
          {label}
        </label>
        {optional && (
          <span className={styles.aside} id={`${id}-optional`}>
            Optional
          </span>
        )}
        {aside && <span className={styles.aside}>{aside}</span>}
      </div>
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
