import type { ChangeEvent, CompositionEvent } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { TextField } from '../../ui/index.ts';
import { tidyUsername } from './form-rules.ts';

/** The field for choosing a username: characters it cannot have are corrected while typing. */
export function UsernameField({
  error,
  registered,
}: {
  error: string | undefined;
  registered: UseFormRegisterReturn;
}) {
  function tidied(event: ChangeEvent<HTMLInputElement> | CompositionEvent<HTMLInputElement>) {
    tidy(event.currentTarget);
    void registered.onChange({ type: 'change', target: event.currentTarget });
  }
  return (
    <TextField
      label="Username"
      // The error replaces the hint, so nothing below moves.
      hint={error ? undefined : 'What others call you: a-z, 0-9, . and _'}
      autoComplete="username"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      error={error}
      {...registered}
      // Text being composed by an input method is left alone until it is finished.
      onChange={(event) => {
        if (!(event.nativeEvent as InputEvent).isComposing) tidied(event);
      }}
      onCompositionEnd={tidied}
    />
  );
}

/** Puts the corrected text into the field, with the caret where it was. */
function tidy(input: HTMLInputElement) {
  const { value, selectionStart } = input;
  const clean = tidyUsername(value);
  if (clean === value) return;
  const caret = tidyUsername(value.slice(0, selectionStart ?? value.length)).length;
  input.value = clean;
  input.setSelectionRange(caret, caret);
}
