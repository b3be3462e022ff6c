/** Lines typed in one go: the time grows with their square, and 4,000 of them take half a minute. */
const maxTypedLines = 100;

/** Replaces the selection with a text, as if it were typed: a text that is not too long can be undone with Ctrl+Z. */
export function typeInto(box: HTMLTextAreaElement, text: string): void {
  box.focus();
  // There is nothing to do; `delete` would take the letter before the caret.
  if (text === '' && box.selectionStart === box.selectionEnd) return;
  const isLong = text.split('\n', maxTypedLines + 1).length > maxTypedLines;
  const command = text === '' ? 'delete' : 'insertText';
  // A disabled box has no caret.
  if (!isLong && document.activeElement === box && document.execCommand(command, false, text)) return;
  box.setRangeText(text, box.selectionStart, box.selectionEnd, 'end');
}
