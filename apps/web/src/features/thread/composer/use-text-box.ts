import { type Ref, type RefObject, useEffect, useImperativeHandle, useLayoutEffect, useRef } from 'react';
import { openTextBox, type TextBox, type TextBoxNeeds } from './text-box.ts';

export interface ComposerHandle {
  focus(): void;
  /** Writes where the caret is. */
  insert(text: string): void;
  /** Puts a text before what is written. */
  takeBack(text: string): void;
  /** What stood in it was sent. */
  clear(): void;
  /** Takes the focus, over the time in which nothing can be written: what was pressed is about to go away. */
  focusSoon(): void;
}

/** Keeps the text box open while it is on the page. */
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
    // Still so here, even though it was just disabled: the person who was writing goes on afterwards.
    if (isDisabled && document.activeElement === box.current) text.current?.leave(true);
  }, [box, isDisabled]);

  useEffect(() => {
    if (!isDisabled) text.current?.reopened();
  }, [isDisabled]);

  useImperativeHandle(
    ref,
    () => ({
      focus: () => text.current?.focus(),
      focusSoon: () => text.current?.takeFocus(),
      clear: () => text.current?.clear(),
      takeBack: (words) => text.current?.takeBack(words),
      insert: (words) => text.current?.insert(words),
    }),
    [],
  );

  return text;
}
