import type { ComponentProps } from 'react';
import { classes } from '../classes.ts';
import styles from './field.module.css';
import { Field, type FieldProps } from './field.tsx';

export interface TextFieldProps extends FieldProps, Omit<ComponentProps<'input'>, 'id'> {}

export function TextField({
  label,
  hint,
  optional,
  aside,
  error,
  steady,
  className,
  ...rest
}: TextFieldProps) {
  return (
    <Field label={label} hint={hint} optional={optional} aside={aside} error={error} steady={steady}>
      {(tied) => <input type="text" className={classes(styles.input, className)} {...rest} {...tied} />}
    </Field>
  );
}
