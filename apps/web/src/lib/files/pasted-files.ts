/** The contents of the clipboard. */
interface Clipboard extends Pick<DataTransfer, 'types' | 'getData'> {
  files: ArrayLike<File>;
}

/**
 * The files in a paste. Office programs put a picture of the text next to the text, which is what is meant; a file
 * manager puts the files' names next to the files.
 */
export function pastedFiles(clipboard: Clipboard): File[] {
  const files = Array.from(clipboard.files);
  if (!clipboard.types.includes('text/plain')) return files;
  const lines = clipboard
    .getData('text/plain')
    .trim()
    .split(/\r\n|\r|\n/);
  // Some put full paths or URLs there.
  const isNamed = ({ name }: File) => lines.some((line) => line.endsWith(name));
  return lines.length === files.length && files.every(isNamed) ? files : [];
}
