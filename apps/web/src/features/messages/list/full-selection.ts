import { type RefObject, useEffect } from 'react';
import type { ListSource } from '../view/list-state.ts';
import { contentOf, type ListedMessage } from '../view/message.ts';

const fields = 'input, textarea, [contenteditable]';

/**
 * A selection across messages is copied in full, even where it is not on the page: its ends as selected, and every
 * message in between as it was written. Ctrl/⌘ A in the list selects only the conversation.
 */
export function useFullSelection(scroller: RefObject<HTMLElement | null>, source: ListSource): void {
  useEffect(() => {
    const list = scroller.current;
    if (!list) return;

    function pressed(event: KeyboardEvent) {
      const isAll =
        (event.ctrlKey || event.metaKey) &&
        !event.altKey &&
        !event.shiftKey &&
        event.key.toLowerCase() === 'a';
      const isText = event.target instanceof Element && event.target.closest(fields);
      if (!isAll || isText || !list?.firstElementChild) return;
      event.preventDefault();
      getSelection()?.selectAllChildren(list.firstElementChild);
    }

    function copied(event: ClipboardEvent) {
      const selection = getSelection();
      if (!list || !event.clipboardData || !selection || selection.isCollapsed) return;
      // A field has a selection of its own; some browsers keep this one alongside it.
      if (event.target instanceof Element && event.target.closest(fields)) return;
      const text = fullText(selection, list, source.read().messages);
      if (text === null) return;
      event.preventDefault();
      // A message may have set other formats, with only what is on the page; they would be pasted instead of this text.
      event.clipboardData.clearData();
      event.clipboardData.setData('text/plain', text);
    }

    list.addEventListener('keydown', pressed);
    document.addEventListener('copy', copied);
    return () => {
      list.removeEventListener('keydown', pressed);
      document.removeEventListener('copy', copied);
    };
  }, [scroller, source]);
}

/** Null when all of the selection is on the page: the browser copies it better. */
function fullText(selection: Selection, list: Element, messages: readonly ListedMessage[]): string | null {
  const range = selection.getRangeAt(0);
  const spacers = [...list.querySelectorAll('[data-spacer]')];
  if (
    !list.contains(range.commonAncestorContainer) ||
    !spacers.some((spacer) => range.intersectsNode(spacer))
  )
    return null;
  const [first, last] = [endOf(range, list, messages, 'start'), endOf(range, list, messages, 'end')];
  const between = messages
    .slice(first.index, last.index)
    .filter(({ isDeleted }) => !isDeleted)
    .map(contentOf);
  return [first.text, ...between, last.text].filter((text) => text !== '').join('\n\n');
}

/** The selected part of the message at one end of the selection, and where the messages in between start or end. */
function endOf(range: Range, list: Element, messages: readonly ListedMessage[], end: 'start' | 'end') {
  const node = end === 'start' ? range.startContainer : range.endContainer;
  const row = (node instanceof Element ? node : node.parentElement)?.closest<HTMLElement>('[data-message]');
  const index = messages.findIndex(({ id }) => id === row?.dataset.message);
  if (!row || index < 0) {
    const edge = edgeOf(range, list, messages, end);
    return { index: edge, text: '' };
  }
  const part = document.createRange();
  part.selectNodeContents(row.querySelector('[data-text]') ?? row);
  if (end === 'start' && part.comparePoint(range.startContainer, range.startOffset) >= 0)
    part.setStart(range.startContainer, range.startOffset);
  if (end === 'end' && part.comparePoint(range.endContainer, range.endOffset) <= 0)
    part.setEnd(range.endContainer, range.endOffset);
  return { index: end === 'start' ? index + 1 : index, text: linesOf(part) };
}

/** For an end outside any message: before the first or after the last message that the selection touches. */
function edgeOf(
  range: Range,
  list: Element,
  messages: readonly ListedMessage[],
  end: 'start' | 'end',
): number {
  const parts = [...list.querySelectorAll('[data-message], [data-spacer]')].filter((part) =>
    range.intersectsNode(part),
  );
  const part = end === 'start' ? parts[0] : parts.at(-1);
  if (part instanceof HTMLElement && part.dataset.spacer) {
    const [first, behind] = part.dataset.spacer.split(' ').map(Number);
    return (end === 'start' ? first : behind) ?? 0;
  }
  const index = messages.findIndex(({ id }) => part instanceof HTMLElement && id === part.dataset.message);
  return end === 'start' ? Math.max(0, index) : index + 1;
}

/** The words of a range line by line, as the browser would copy them. */
function linesOf(part: Range): string {
  const selection = getSelection();
  if (!selection) return part.toString();
  const { anchorNode, anchorOffset, focusNode, focusOffset } = selection;
  selection.removeAllRanges();
  selection.addRange(part);
  const text = selection.toString();
  if (anchorNode && focusNode) selection.setBaseAndExtent(anchorNode, anchorOffset, focusNode, focusOffset);
  return text.trim();
}
