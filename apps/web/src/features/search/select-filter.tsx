import { type KeyboardEvent, type SyntheticEvent, useRef } from 'react';
import styles from './filter-chips.module.css';

interface SelectFilterProps {
  name: string;
  label: string;
  choices: readonly (readonly [value: string, words: string])[];
  onChosen(value: string): void;
}

const steps = ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'PageUp', 'PageDown', 'Home', 'End'];

/** Whether a key chooses another one in a list that is not open: the next one, or one by its letters. */
const isGoingOn = ({ key, altKey }: KeyboardEvent) =>
  steps.includes(key) ? !altKey : key.length === 1 && key !== ' ';

/** A choice from the open list counts at once; one that is gone to by key, once it is entered or left. */
export function SelectFilter({ name, label, choices, onChosen }: SelectFilterProps) {
  const isPassing = useRef(false);
  function take({ currentTarget: { value } }: SyntheticEvent<HTMLSelectElement>): boolean {
    if (value) onChosen(value);
    return value !== '';
  }
  return (
    <select
      data-name={name}
      aria-label={label}
      className={styles.chip}
      defaultValue=""
      onPointerDown={() => {
        isPassing.current = false;
      }}
      onKeyDown={(event) => {
        isPassing.current = isGoingOn(event);
        // It would press what gets the focus now.
        if (event.key === 'Enter' && take(event)) event.preventDefault();
      }}
      onChange={(event) => isPassing.current || take(event)}
      onBlur={take}
    >
      <option value="">{label}</option>
      {choices.map(([value, words]) => (
        <option key={value} value={value}>
          {words}
        </option>
      ))}
    </select>
  );
}
