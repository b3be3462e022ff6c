/** The contents of the clipboard. */
interface Clipboard extends Pick<DataTransfer, 'types' | 'getData'> {
  files: ArrayLike<File>;
}

/** From how many characters on a pasted text becomes a file beside the text box. */
const longest = 10_000;

/** Whether a pasted or dropped text is better off in a file. */
export const isLong = ({ length }: string): boolean => length >= longest;

/** The text of such a paste; null: the box takes it, or it holds files. */
export function pastedText(clipboard: Clipboard): string | null {
  const text = clipboard.getData('text/plain');
  return isLong(text) && pastedFiles(clipboard).length === 0 ? text.replace(/\r\n?/g, '\n') : null;
}

/** The name of the file that a pasted text becomes, beside files of these names. */
export function pastedName(others: readonly string[]): string {
  for (let count = 1; ; count++) {
    const name = count === 1 ? 'Pasted text.txt' : `Pasted text ${count}.txt`;
    if (!others.includes(name)) return name;
  }
}

/**
 * The files in a paste. Office programs put a picture of the text next to the text, which is what is meant; a file
 * manager puts the files' names next to the files.
 */
export function pastedFiles(clipboard: Clipboard): File[] {
  const files = Array.from(clipboard.files);
  // A text of megabytes is not split for nothing.
  if (files.length === 0 || !clipboard.types.includes('text/plain')) return files;
  const lines = clipboard
    .getData('text/plain')
    .trim()
    .split(/\r\n|\r|\n/);
  // Some put full paths or URLs there.
  const isNamed = ({ name }: File) => lines.some((line) => line.endsWith(name));
  return lines.length === files.length && files.every(isNamed) ? files : [];
}
