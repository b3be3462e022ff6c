import { useState } from 'react';
import { IconButton } from '../button/icon-button.tsx';
import { classes } from '../classes.ts';
import { EyeIcon, EyeOffIcon } from '../icon/late-icons.tsx';
import styles from './field.module.css';
import { Field } from './field.tsx';
import type { TextFieldProps } from './text-field.tsx';

interface MaskedFieldProps extends Omit<TextFieldProps, 'type'> {
  /** What is hidden, as in "Show API key". */
  secret: string;
}

/** A field whose text is shown as dots until the user reveals it. */
export function MaskedField({
  label,
  hint,
  aside,
  error,
  steady,
  secret,
  className,
  ...rest
}: MaskedFieldProps) {
  const [isShown, setShown] = useState(false);
  return (
    <Field label={label} hint={hint} aside={aside} error={error} steady={steady}>
      {(tied) => (
        <div className={styles.with}>
          <input
            type={isShown ? 'text' : 'password'}
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            className={classes(styles.input, styles.code, className)}
            {...rest}
            {...tied}
          />
          <IconButton
            small
            className={styles.end}
            label={isShown ? `Hide ${secret}` : `Show ${secret}`}
            onClick={() => setShown(!isShown)}
          >
            {isShown ? <EyeOffIcon size={18} /> : <EyeIcon size={18} />}
          </IconButton>
        </div>
      )}
    </Field>
  );
}
