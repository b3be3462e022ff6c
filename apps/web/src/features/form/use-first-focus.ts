import { useEffect } from 'react';
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';

/** Puts the cursor where typing starts, unless that would bring up a keyboard over the page. */
export function useFirstFocus<Fields extends FieldValues>(
  { setFocus }: UseFormReturn<Fields>,
  field: FieldPath<Fields>,
) {
  useEffect(() => {
    if (matchMedia('(pointer: fine)').matches) setFocus(field);
  }, [setFocus, field]);
}
