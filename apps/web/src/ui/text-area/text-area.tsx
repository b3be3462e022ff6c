import { type ComponentProps, useId } from 'react';
import { counted } from '../../lib/text/counts.ts';
import { firstDirection } from '../../lib/text/direction.ts';
import { classes } from '../classes.ts';
import field from '../field/field.module.css';
import { Field, type FieldProps } from '../field/field.tsx';
import { VisuallyHidden } from '../visually-hidden/visually-hidden.tsx';
import styles from './text-area.module.css';

interface TextAreaProps extends FieldProps, Omit<ComponentProps<'textarea'>, 'id'> {
  value?: string;
  /** Characters typed so far, and the maximum. */
  typed: number;
  most: number;
}

/** Several lines of text, as tall as its content, with a character count. */
export function TextArea({ label, hint, optional, error, steady, typed, most, ...rest }: TextAreaProps) {
  const id = useId();
  const left = most - typed;
  const wrong = error || (left < 0 && `Shorten it to ${counted(most)} characters`);
  return (
    <div>
      <Field label={label} hint={hint} optional={optional} error={wrong} steady={steady}>
        {(tied) => (
          <textarea
            rows={3}
            dir={firstDirection(rest.value ?? '')}
            className={classes(field.input, styles.lines)}
            {...rest}
            {...tied}
            aria-describedby={[tied['aria-describedby'], id].filter(Boolean).join(' ')}
          />
        )}
      </Field>
      <p className={styles.count} id={id} data-over={left < 0 || undefined}>
        <span aria-hidden="true">
          {counted(typed)} / {counted(most)}
        </span>
        <VisuallyHidden>
          {left < 0 ? `${counted(-left)} characters too many` : `${counted(left)} characters left`}
        </VisuallyHidden>
      </p>
    </div>
  );
}
