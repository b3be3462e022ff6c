import { type ReactNode, useId } from 'react';
import styles from './switch.module.css';

interface SwitchProps {
  label: string;
  /** What it means when it is on, in a sentence. */
  hint?: ReactNode;
  /** Small, beside its label, for a row of other things. */
  isInline?: boolean;
  checked: boolean;
  onChange(checked: boolean): void;
  disabled?: boolean;
}

/** On or off, at once. A checkbox underneath, so that the space bar and screen readers work. */
export function Switch({ label, hint, isInline, checked, onChange, disabled }: SwitchProps) {
  const id = useId();
  return (
    <div className={isInline ? styles.inline : styles.row}>
      <div>
        <label htmlFor={id} className={styles.label}>
          {label}
        </label>
        {hint && (
          <p className={styles.hint} id={`${id}-hint`}>
            {hint}
          </p>
        )}
      </div>
      <input
        type="checkbox"
        // biome-ignore lint/a11y/useAriaPropsForRole: a checkbox already says whether it is checked
        role="switch"
        id={id}
        aria-describedby={hint ? `${id}-hint` : undefined}
        className={styles.switch}
        checked={checked}
        disabled={disabled}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    </div>
  );
}
