import { bytes } from '../../../../lib/text/bytes.ts';

interface FileInfo {
  name: string;
  mediaType: string;
  /** Bytes. */
  size: number;
  readAs?: string | undefined;
}

/** A file's type, its size, and what was guessed about it: "PDF · 1.2 MB". */
export const fileWords = (file: FileInfo): string =>
  [typeOf(file), bytes(file.size), ...(file.readAs ? [`read as ${file.readAs}`] : [])].join(' · ');

function typeOf({ name, mediaType }: FileInfo): string {
  if (mediaType === 'application/pdf') return 'PDF';
  const extension = /\.([a-z0-9]{1,8})$/i.exec(name)?.[1]?.toUpperCase();
  if (extension) return extension;
  if (mediaType.startsWith('image/')) return 'Picture';
  return mediaType.startsWith('video/') ? 'Video' : 'Text';
}

/** Whether it is a picture or a video. */
export const isMedia = (mediaType: string): boolean => /^(image|video)\//.test(mediaType);
