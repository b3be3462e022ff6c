import { type Ref, type RefObject, useEffect, useImperativeHandle, useLayoutEffect, useRef } from 'react';
import { openTextBox, type TextBox, type TextBoxNeeds } from './text-box.ts';

/** Wires the text box while it is on the page. `ref`: for whoever shows it. */
export function useTextBox(
  box: RefObject<HTMLTextAreaElement | null>,
  { draft, onSend, onKey }: TextBoxNeeds,
  isDisabled: boolean,
  ref: Ref<TextBox | null> | undefined,
): RefObject<TextBox | null> {
  const text = useRef<TextBox>(null);

  useLayoutEffect(() => {
    text.current = box.current && openTextBox(box.current, { draft, onSend, onKey });
  }, [box, draft, onSend, onKey]);

  useEffect(() => draft.replaced?.listen(() => text.current?.put(draft.read())), [draft]);

  useLayoutEffect(() => {
    // It is still the active element here, although it has been disabled.
    if (isDisabled && document.activeElement === box.current) text.current?.rememberFocus(true);
  }, [box, isDisabled]);

  useEffect(() => {
    if (!isDisabled) text.current?.restoreFocus();
  }, [isDisabled]);

  // The same object as long as the box is there.
  useImperativeHandle<TextBox | null, TextBox | null>(ref, () => text.current, []);

  return text;
}
