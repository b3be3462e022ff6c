import { fitHeight, sends, typeInto } from '../../../ui/index.ts';
import type { Draft } from './draft.ts';

const tallest = 160;

export interface TextBoxNeeds {
  draft: Draft;
  /** Answers whether the text was taken; else it stays in the box. */
  onSend(text: string): boolean;
}

/** The text of a box, its draft, its height and its focus. */
export interface TextBox {
  focus(): void;
  /** Hands the text over and empties the box when it was taken. */
  send(): void;
  /** Writes where the caret is, as if it were typed. */
  insert(text: string): void;
  /** Empties the box and its draft. */
  clear(): void;
  /** Puts a text before what is written, and the focus behind both. */
  takeBack(text: string): void;
  /** Takes the focus, except on a phone, where it would bring the keyboard up over the reply. */
  takeFocus(): void;
  /** Nothing can be written for a while; `isWanted`: afterwards the box is to have the focus. */
  leave(isWanted: boolean): void;
  /** Gives the box the focus back that it lost while nothing could be written in it. */
  reopened(): void;
}

const boxes = new WeakMap<HTMLTextAreaElement, ReturnType<typeof wire>>();

/**
 * Makes a box write its draft and send at Enter. It knows no framework, since the box of a page that was built
 * ahead works before one is there; anyone who opens the same box again takes it over as it is.
 */
export function openTextBox(box: HTMLTextAreaElement, needs: TextBoxNeeds): TextBox {
  const known = boxes.get(box);
  known?.takenOverBy(needs);
  const text = known ?? wire(box, needs);
  boxes.set(box, text);
  return text;
}

/** The same for a box that nothing else shows yet: what was sent stays to be read until somebody takes over. */
export function openTextBoxAlone(box: HTMLTextAreaElement, needs: TextBoxNeeds): void {
  boxes.set(box, wire(box, needs, true));
}

function wire(box: HTMLTextAreaElement, needs: TextBoxNeeds, isAlone = false) {
  let { draft, onSend } = needs;
  let hadFocus = false;

  function changed() {
    fitHeight(box, tallest);
    draft.write(box.value);
  }

  function empty() {
    box.value = '';
    fitHeight(box, tallest);
  }

  const isOnPhone = () => matchMedia('(pointer: coarse)').matches;

  function leave(isWanted: boolean) {
    // On a phone it would bring the keyboard up over the reply.
    hadFocus = isWanted && !isOnPhone();
  }

  /** While nothing can be written it is taken afterwards. */
  function focus(options?: FocusOptions) {
    if (box.disabled) leave(true);
    else box.focus(options);
  }

  function send() {
    const hasFocus = document.activeElement === box;
    if (!onSend(box.value)) return box.focus();
    draft.write('');
    // What is only queued closes nothing; anyone who does close the box says who had the focus.
    if (!isAlone) return empty();
    leave(hasFocus);
    box.disabled = true;
  }

  box.addEventListener('input', changed);
  box.addEventListener('keydown', (event) => {
    if (!sends(event)) return;
    event.preventDefault();
    send();
  });

  const kept = draft.read();
  if (kept !== '') {
    // What was typed before anybody listened goes on where the draft ends.
    box.value = kept + box.value;
  }
  if (box.value !== kept) draft.write(box.value);
  fitHeight(box, tallest);

  return {
    focus: () => focus(),
    send,
    insert(text: string) {
      // What is selected stays: not every text could be undone.
      box.setSelectionRange(box.selectionEnd, box.selectionEnd);
      typeInto(box, text);
      changed();
    },
    leave,
    clear() {
      empty();
      draft.write('');
    },
    takeFocus() {
      if (!isOnPhone()) focus({ preventScroll: true });
    },
    takeBack(words: string) {
      box.value = [words, box.value].filter((some) => some.trim() !== '').join('\n\n');
      changed();
      focus();
      box.setSelectionRange(box.value.length, box.value.length);
    },
    reopened() {
      if (!hadFocus) return;
      hadFocus = false;
      // A disabled box has lost the focus to nobody; the person who took it since keeps it.
      const { activeElement } = document;
      if (activeElement === null || activeElement === document.body) box.focus({ preventScroll: true });
    },
    takenOverBy(next: TextBoxNeeds) {
      ({ draft, onSend } = next);
      if (!isAlone) return;
      isAlone = false;
      if (box.disabled) empty();
      box.disabled = false;
    },
  };
}
