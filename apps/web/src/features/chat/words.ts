import type { Toast } from '../../ui/index.ts';
import type { UploadKind } from '../thread/index.ts';

/** What goes to the model, and stands in the thread, for a file that was just uploaded. */
export function uploadMessage(kind: UploadKind, name: string, url: string): string {
  return `Uploaded ${kind}: ${name}\n${url}`;
}

export const wrong = (title: string, text?: string): Toast => ({
  tone: 'destructive',
  title,
  ...(text && { text }),
});
