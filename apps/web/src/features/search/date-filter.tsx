import { type SyntheticEvent, useRef } from 'react';
import styles from './filter-chips.module.css';

interface DateFilterProps {
  label: string;
  onDate(date: string): void;
}

/** A date that is chosen counts at once; one that is typed is another one after each digit, and counts when it is complete. */
export function DateFilter({ label, onDate }: DateFilterProps) {
  const isTyped = useRef(false);
  function take({ currentTarget: { value } }: SyntheticEvent<HTMLInputElement>): boolean {
    if (value) onDate(value);
    return value !== '';
  }
  return (
    <label className={styles.chip}>
      {label}
      <input
        type="date"
        min="1970-01-01"
        className={styles.date}
        onPointerDown={() => {
          isTyped.current = false;
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') isTyped.current = true;
          // It would press what gets the focus now.
          else if (take(event)) event.preventDefault();
        }}
        onChange={(event) => isTyped.current || take(event)}
        onBlur={take}
      />
    </label>
  );
}
