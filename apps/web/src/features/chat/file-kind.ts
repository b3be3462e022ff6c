import type { UploadKind } from '../thread/index.ts';

/** What a file says about itself before anybody reads it. */
type Named = Pick<File, 'name' | 'type'>;

// Some browsers declare nothing for these, and Windows calls a .csv a spreadsheet.
const textNames = /\.(txt|text|md|markdown|csv|tsv|log)$/i;
const saysNothing = ['', 'application/octet-stream', 'application/vnd.ms-excel'];

/** The media type as declared, or as the name tells where nothing useful is declared. */
export function mediaTypeOf({ name, type }: Named): string {
  return saysNothing.includes(type) && textNames.test(name) ? 'text/plain' : type.toLowerCase();
}

/** Null for what can neither be uploaded as a document nor as media. */
export function kindOf(file: Named): UploadKind | null {
  const type = mediaTypeOf(file);
  if (/^(image|video)\//.test(type)) return 'media';
  return type === 'application/pdf' || type.startsWith('text/') ? 'document' : null;
}

/** What is said to a file of the wrong kind. */
export const wrongKind: Record<UploadKind, string> = {
  document: 'Invalid file type. Please upload a PDF or text document.',
  media: 'Invalid file type. Please upload an image or video file.',
};

/** What is said to a pasted or dropped file that is of neither kind. */
export const neitherKind = 'Invalid file type. Please use a PDF, a text document, an image or a video.';
