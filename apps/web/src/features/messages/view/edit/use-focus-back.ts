import { type RefObject, useEffect, useRef } from 'react';

/** For the button that opens an edit: it has the focus again once the box is closed, unless something else has it by then. */
export function useFocusBack(isEditing: boolean): RefObject<HTMLButtonElement | null> {
  const button = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(isEditing);

  useEffect(() => {
    const isNowhere = document.activeElement === null || document.activeElement === document.body;
    if (wasEditing.current && !isEditing && isNowhere) button.current?.focus();
    wasEditing.current = isEditing;
  }, [isEditing]);

  return button;
}
