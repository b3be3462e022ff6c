import type { ChangeEvent, CompositionEvent } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { TextField } from '../../ui/index.ts';
import { tidyUsername } from './form-rules.ts';

/** Where a username is chosen: what cannot be part of one is put right as it is typed. */
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
      // The one takes the place of the other, and nothing below moves.
      hint={error ? undefined : 'What others call you: a-z, 0-9, . and _'}
      autoComplete="username"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      error={error}
      {...registered}
      // A word that is being composed is not touched before it is done.
      onChange={(event) => {
        if (!(event.nativeEvent as InputEvent).isComposing) tidied(event);
      }}
      onCompositionEnd={tidied}
    />
  );
}

/** The text put right and the caret where it was in it. */
function tidy(input: HTMLInputElement) {
  const { value, selectionStart } = input;
  const clean = tidyUsername(value);
  if (clean === value) return;
  const caret = tidyUsername(value.slice(0, selectionStart ?? value.length)).length;
  input.value = clean;
  input.setSelectionRange(caret, caret);
}
