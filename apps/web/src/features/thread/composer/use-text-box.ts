import {
  type Ref,
  type RefObject,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import type { Draft } from './draft.ts';

const tallest = 160;

export interface ComposerHandle {
  focus(): void;
}

/** The text of the box, its draft, its height and its focus. */
export function useTextBox(
  box: RefObject<HTMLTextAreaElement | null>,
  draft: Draft,
  isDisabled: boolean,
  ref: Ref<ComposerHandle> | undefined,
) {
  const [initial] = useState(() => draft.read());
  const hadFocus = useRef(false);

  useLayoutEffect(() => grow(box.current), [box]);

  useEffect(() => {
    if (isDisabled || !hadFocus.current) return;
    hadFocus.current = false;
    // A disabled box has lost the focus to nobody; whoever took it since keeps it.
    const { activeElement } = document;
    if (activeElement === null || activeElement === document.body)
      box.current?.focus({ preventScroll: true });
  }, [box, isDisabled]);

  useImperativeHandle(ref, () => ({ focus: () => box.current?.focus() }), [box]);

  return {
    initial,
    changed() {
      grow(box.current);
      draft.write(box.current?.value ?? '');
    },
    /** Hands the text over and empties the box when it was taken. */
    sendWith(onSend: (text: string) => boolean) {
      if (!box.current) return;
      // On a phone it would bring the keyboard up over the reply.
      hadFocus.current = document.activeElement === box.current && !matchMedia('(pointer: coarse)').matches;
      if (!onSend(box.current.value)) return box.current.focus();
      box.current.value = '';
      draft.write('');
      grow(box.current);
    },
  };
}

/** Only where the style sheet's `field-sizing` does nothing. */
function grow(box: HTMLTextAreaElement | null) {
  if (!box || CSS.supports('field-sizing', 'content')) return;
  box.style.blockSize = 'auto';
  box.style.blockSize = `${Math.min(box.scrollHeight, tallest)}px`;
}
