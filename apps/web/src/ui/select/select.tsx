import field from '../field/field.module.css';
import { Field, type FieldProps } from '../field/field.tsx';

interface SelectProps extends Pick<FieldProps, 'hint'> {
  label: string;
  value: string;
  /** In this order. */
  choices: readonly (readonly [value: string, words: string])[];
  autoFocus?: boolean;
  onChange(value: string): void;
}

/** A native select. */
export function Select({ label, hint, value, choices, autoFocus, onChange }: SelectProps) {
  return (
    <Field label={label} hint={hint}>
      {(tied) => (
        <select
          {...tied}
          className={field.input}
          value={value}
          // biome-ignore lint/a11y/noAutofocus: where the form was just asked for
          autoFocus={autoFocus}
          onChange={(event) => onChange(event.currentTarget.value)}
        >
          {choices.map(([value, words]) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
