import type { Draft } from '../../lib/drafts/draft.ts';
import { fitText, isSendKey, typeInto } from '../../ui/index.ts';

const tallest = 160;

export interface TextBoxNeeds {
  /** The text being written, stored by whoever shows the box: written on every change, `''` once it is sent. */
  draft: Pick<Draft, 'read' | 'write'> & Partial<Pick<Draft, 'replaced'>>;
  /** Returns whether the text was accepted; if not, it stays in the box. */
  onSend(text: string): boolean;
  /** Whether a key is meant for something else than the text, such as a list of suggestions. */
  onKey?: ((event: KeyboardEvent) => boolean) | undefined;
}

/** The text of a box, its draft, its height and its focus. */
export interface TextBox {
  focus(): void;
  /** Sends the text, and empties the box if it was accepted. */
  send(): void;
  /** Writes at the caret, as if it were typed. */
  insert(text: string): void;
  /** Writes in place of the text between two positions. */
  replace(from: number, to: number, text: string): void;
  /** Replaces all of the text, and its draft. */
  put(text: string): void;
  /** Inserts a text before what is written, and focuses the end of it all. */
  prepend(text: string): void;
  /** Writes a suggested text in place of another one, or after what is written, and focuses the end of it. */
  suggest(text: string): void;
  /** Takes the focus, except on a phone, where it would bring the keyboard up over the messages. */
  takeFocus(): void;
  /** Called when the box is disabled; `isWanted`: it gets the focus back afterwards. */
  rememberFocus(isWanted: boolean): void;
  /** Gives the box back the focus it lost while it was disabled. */
  restoreFocus(): void;
}

const boxes = new WeakMap<HTMLTextAreaElement, ReturnType<typeof wire>>();

/**
 * Makes a box store its draft and send on Enter. It uses no framework, since the box of a prerendered page works before
 * React has loaded; opening the same box again takes it over with its text.
 */
export function openTextBox(box: HTMLTextAreaElement, needs: TextBoxNeeds): TextBox {
  const known = boxes.get(box);
  known?.rewire(needs);
  const text = known ?? wire(box, needs);
  boxes.set(box, text);
  return text;
}

/** The same before React has loaded: a sent text stays visible until React takes the box over. */
export function openEarlyTextBox(box: HTMLTextAreaElement, needs: TextBoxNeeds): TextBox {
  const text = wire(box, needs, true);
  boxes.set(box, text);
  return text;
}

function wire(box: HTMLTextAreaElement, needs: TextBoxNeeds, isEarly = false) {
  let hadFocus = false;
  let suggested = '';

  function changed() {
    fitText(box, tallest);
    needs.draft.write(box.value);
  }

  function put(text: string) {
    box.value = text;
    changed();
  }

  const isOnPhone = () => matchMedia('(pointer: coarse)').matches;

  function rememberFocus(isWanted: boolean) {
    // On a phone, focus would open the keyboard over the messages.
    hadFocus = isWanted && !isOnPhone();
  }

  /** A disabled box gets the focus afterwards. */
  function focus(options?: FocusOptions) {
    if (box.disabled) rememberFocus(true);
    else box.focus(options);
  }

  function send() {
    const hasFocus = document.activeElement === box;
    if (!needs.onSend(box.value)) return box.focus();
    // Queueing does not disable the box; whatever disables it remembers the focus.
    if (!isEarly) return put('');
    needs.draft.write('');
    rememberFocus(hasFocus);
    box.disabled = true;
  }

  function putAtEnd(...texts: string[]) {
    put(texts.filter((some) => some.trim() !== '').join('\n\n'));
    focus();
    box.setSelectionRange(box.value.length, box.value.length);
  }

  function replace(from: number, to: number, text: string) {
    box.setSelectionRange(from, to);
    typeInto(box, text);
    changed();
  }

  box.addEventListener('input', changed);
  box.addEventListener('keydown', (event) => {
    const isTaken = needs.onKey?.(event);
    if (!isTaken && !isSendKey(event)) return;
    event.preventDefault();
    if (!isTaken) send();
  });

  const stored = needs.draft.read();
  if (stored !== '') {
    // Text typed before this ran is appended to the draft.
    box.value = stored + box.value;
  }
  if (box.value !== stored) needs.draft.write(box.value);
  fitText(box, tallest);

  return {
    focus: () => focus(),
    send,
    // Keeps the selected text: not every insertion could be undone.
    insert: (text: string) => replace(box.selectionEnd, box.selectionEnd, text),
    replace,
    put,
    rememberFocus,
    takeFocus() {
      if (!isOnPhone()) focus({ preventScroll: true });
    },
    prepend: (words: string) => putAtEnd(words, box.value),
    suggest(text: string) {
      putAtEnd(box.value === suggested ? '' : box.value, text);
      suggested = box.value;
    },
    restoreFocus() {
      if (!hadFocus) return;
      hadFocus = false;
      // A disabled box loses the focus to the body; if another element has it by now, it stays there.
      const { activeElement } = document;
      if (activeElement === null || activeElement === document.body) box.focus({ preventScroll: true });
    },
    rewire(next: TextBoxNeeds) {
      // It was sent, or the text is of whoever used this page before.
      if (next.draft !== needs.draft || (isEarly && box.disabled)) {
        box.value = next.draft.read();
        fitText(box, tallest);
      }
      needs = next;
      if (isEarly) box.disabled = false;
      isEarly = false;
    },
  };
}
