import field from '../field/field.module.css';
import { Field } from '../field/field.tsx';

interface ChoiceProps {
  label: string;
  value: string;
  choices: Readonly<Record<string, string>>;
  onChange(value: string): void;
}

/** A native select. */
export function Choice({ label, value, choices, onChange }: ChoiceProps) {
  return (
    <Field label={label}>
      {(tied) => (
        <select
          {...tied}
          className={field.input}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
        >
          {Object.entries(choices).map(([value, words]) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
