import { type ReactNode, useId } from 'react';
import styles from './toggle-group.module.css';

interface Choice<Value extends string> {
  value: Value;
  label: string;
  icon?: ReactNode;
}

interface ToggleGroupProps<Value extends string> {
  label: string;
  choices: readonly Choice<Value>[];
  value: Value;
  onChange(value: Value): void;
}

/** A choice with all its options visible. Radio buttons underneath, so that the arrow keys and screen readers work. */
export function ToggleGroup<Value extends string>(props: ToggleGroupProps<Value>) {
  const name = useId();
  return (
    <fieldset>
      <legend className={styles.legend}>{props.label}</legend>
      <div className={styles.choices}>
        {props.choices.map(({ value, label, icon }) => (
          <label key={value} className={styles.choice}>
            <input
              type="radio"
              className={styles.input}
              name={name}
              value={value}
              checked={value === props.value}
              onChange={() => props.onChange(value)}
            />
            {icon}
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
