import { Autocomplete } from '@base-ui/react/autocomplete';
import { type Ref, useState } from 'react';
import field from '../field/field.module.css';
import { Field, type FieldProps } from '../field/field.tsx';
import { ChevronDownIcon } from '../icon/late-icons.tsx';
import styles from './combobox.module.css';
import { type ComboboxOption, matchingOptions } from './suggestion.ts';

interface ComboboxProps extends FieldProps {
  /** Any text may be typed; the suggestions are optional. */
  value: string;
  onChange(value: string): void;
  onBlur?(): void;
  suggestions: readonly ComboboxOption[];
  /** A press on the field leaves the suggestions closed: there is something above it to read. */
  isQuiet?: boolean;
  name?: string;
  ref?: Ref<HTMLInputElement>;
}

/** A text field with suggestions. */
export function Combobox(props: ComboboxProps) {
  const { label, hint, error, value, onChange, onBlur, suggestions, isQuiet = false, name, ref } = props;
  // Until something is typed, the list shows everything, not only what matches the existing text.
  const [isTyping, setTyping] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const [wasQuiet, setWasQuiet] = useState(isQuiet);
  // The press that opens them may also bring what there is to read.
  if (isQuiet !== wasQuiet) {
    setWasQuiet(isQuiet);
    if (isQuiet) setOpen(false);
  }
  const shown = isTyping ? matchingOptions(suggestions, value) : suggestions;
  return (
    <Field label={label} hint={hint} error={error}>
      {(tied) => (
        <Autocomplete.Root
          items={suggestions}
          filteredItems={shown}
          value={value}
          onValueChange={(text, details) => {
            // Escape would empty the field: keep the text, and let what surrounds the field close.
            if (details.reason === 'escape-key') return details.allowPropagation();
            setTyping(details.reason === 'input-change');
            onChange(text);
          }}
          open={isOpen}
          onOpenChange={(opens, { reason }) => {
            if (opens && isQuiet && reason === 'input-press') return;
            setOpen(opens);
            if (!opens) setTyping(false);
          }}
          itemToStringValue={(suggestion) => suggestion.value}
          openOnInputClick
        >
          <Autocomplete.InputGroup className={field.with}>
            <Autocomplete.Input
              ref={ref}
              name={name}
              className={`${field.input} ${field.code}`}
              autoComplete="off"
              autoCapitalize="none"
              autoCorrect="off"
              spellCheck={false}
              onBlur={onBlur}
              {...tied}
            />
            {suggestions.length > 0 && (
              <Autocomplete.Trigger className={styles.open} aria-label="Show suggestions">
                <ChevronDownIcon size={18} />
              </Autocomplete.Trigger>
            )}
          </Autocomplete.InputGroup>
          {shown.length > 0 && (
            <Autocomplete.Portal>
              <Autocomplete.Positioner sideOffset={6} collisionPadding={8}>
                <Autocomplete.Popup className={styles.popup}>
                  <Autocomplete.List className={styles.list}>
                    {(suggestion: ComboboxOption) => (
                      <Autocomplete.Item key={suggestion.value} value={suggestion} className={styles.item}>
                        <span className={styles.value}>{suggestion.value}</span>
                        {suggestion.note && <span className={styles.note}>{suggestion.note}</span>}
                      </Autocomplete.Item>
                    )}
                  </Autocomplete.List>
                </Autocomplete.Popup>
              </Autocomplete.Positioner>
            </Autocomplete.Portal>
          )}
        </Autocomplete.Root>
      )}
    </Field>
  );
}
