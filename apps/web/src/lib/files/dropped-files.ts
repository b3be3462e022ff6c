/** What is dropped. */
interface Dropped {
  items: ArrayLike<Pick<DataTransferItem, 'webkitGetAsEntry'>>;
  files: ArrayLike<File>;
}

/** The files in a drop, and why the rest is not taken. A folder comes as a file that cannot be read. */
export function droppedFiles({ items, files }: Dropped): { files: File[]; refusal: string | null } {
  const folders = Array.from(items)
    .map((item) => item.webkitGetAsEntry?.())
    .filter((entry) => entry?.isDirectory)
    .map((entry) => entry?.name);
  const rest = Array.from(files).filter(({ name }) => !folders.includes(name));
  if (folders.length > 0)
    return { files: rest, refusal: 'A folder cannot be added. Open it and drop the files in it instead.' };
  return {
    files: rest,
    refusal: rest.length > 0 ? null : 'What you dropped could not be read. Save it on your device first.',
  };
}
