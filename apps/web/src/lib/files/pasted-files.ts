/** What is on the clipboard. */
interface Clipboard extends Pick<DataTransfer, 'types' | 'getData'> {
  files: ArrayLike<File>;
}

/**
 * The files that somebody pastes. Office programs put a picture of the text beside the text, and it is the text that is
 * meant; a file manager puts the files' names beside the files.
 */
export function pastedFiles(clipboard: Clipboard): File[] {
  const files = Array.from(clipboard.files);
  if (!clipboard.types.includes('text/plain')) return files;
  const lines = clipboard
    .getData('text/plain')
    .trim()
    .split(/\r\n|\r|\n/);
  // Some say where the files are.
  const isNamed = ({ name }: File) => lines.some((line) => line.endsWith(name));
  return lines.length === files.length && files.every(isNamed) ? files : [];
}
