import type { Ref } from 'react';
import { TextField } from '../../../ui/index.ts';
import styles from './configuration.module.css';
import type { Fields } from './initial-fields.ts';
import { correctedWords, endpointWarning } from './words.ts';

interface EndpointFieldProps {
  ref: Ref<HTMLInputElement>;
  typed: Fields;
  /** The address as it was typed, if it was corrected. */
  corrected: string | null;
  error: string | undefined;
  onChange(endpoint: string): void;
  /** Called when the address is typed. */
  onDone(): void;
}

/** The address, and what was corrected in it or is unsafe about it. */
export function EndpointField({ ref, typed, corrected, error, onChange, onDone }: EndpointFieldProps) {
  const warning = endpointWarning(typed.endpoint, typed.apiKey, location.protocol);
  return (
    <TextField
      ref={ref}
      name="endpoint"
      label="API Endpoint"
      className={styles.address}
      inputMode="url"
      autoComplete="off"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      error={error}
      hint={
        (corrected || warning) && (
          <>
            {corrected && (
              <span role="status" className={styles.line}>
                {correctedWords(corrected, typed.endpoint)}
              </span>
            )}
            {warning && <span className={styles.warning}>{warning}</span>}
          </>
        )
      }
      onChange={({ target }) => onChange(target.value)}
      // Not before a press on a button: the note would move the button away.
      onBlur={({ relatedTarget }) => relatedTarget instanceof HTMLInputElement && onDone()}
    />
  );
}
