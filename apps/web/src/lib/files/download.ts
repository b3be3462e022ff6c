/** Saves a text of this type, or bytes, as a file on this device. */
export function download(name: string, content: string | Blob, type = 'text/plain'): void {
  const blob = content instanceof Blob ? content : new Blob([content], { type: `${type};charset=utf-8` });
  const address = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // Some browsers read the file only after the click is over.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
