import { type Ref, type RefObject, useEffect, useImperativeHandle, useLayoutEffect, useRef } from 'react';
import { openTextBox, type TextBox, type TextBoxNeeds } from './text-box.ts';

export interface ComposerHandle {
  focus(): void;
  /** Writes at the caret. */
  insert(text: string): void;
  /** Inserts a text before what is written. */
  prepend(text: string): void;
  /** Its content was sent. */
  clear(): void;
  /** Takes the focus, even if the box is still disabled: the pressed button is about to disappear. */
  focusSoon(): void;
}

/** Wires the text box while it is on the page. */
export function useTextBox(
  box: RefObject<HTMLTextAreaElement | null>,
  { draft, onSend }: TextBoxNeeds,
  isDisabled: boolean,
  ref: Ref<ComposerHandle> | undefined,
): RefObject<TextBox | null> {
  const text = useRef<TextBox>(null);

  useLayoutEffect(() => {
    text.current = box.current && openTextBox(box.current, { draft, onSend });
  }, [box, draft, onSend]);

  useLayoutEffect(() => {
    // It is still the active element here, although it has been disabled.
    if (isDisabled && document.activeElement === box.current) text.current?.rememberFocus(true);
  }, [box, isDisabled]);

  useEffect(() => {
    if (!isDisabled) text.current?.restoreFocus();
  }, [isDisabled]);

  useImperativeHandle(
    ref,
    () => ({
      focus: () => text.current?.focus(),
      focusSoon: () => text.current?.takeFocus(),
      clear: () => text.current?.clear(),
      prepend: (words) => text.current?.prepend(words),
      insert: (words) => text.current?.insert(words),
    }),
    [],
  );

  return text;
}
