import type { Toast } from '../../ui/index.ts';
import type { UploadKind } from '../file-reading/file-kind.ts';

/** The text that mentions an uploaded file, for the model and in the thread. */
export function uploadMessage(kind: UploadKind, name: string, url: string): string {
  return `Uploaded ${kind}: ${name}\n${url}`;
}

export const errorToast = (title: string, text?: string): Toast => ({
  tone: 'destructive',
  title,
  ...(text && { text }),
});
