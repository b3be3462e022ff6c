import type { Toast } from '../../ui/index.ts';
import type { UploadKind } from '../thread/index.ts';

/** What the model is sent, and the thread shows, for a newly uploaded file. */
export function uploadMessage(kind: UploadKind, name: string, url: string): string {
  return `Uploaded ${kind}: ${name}\n${url}`;
}

export const wrong = (title: string, text?: string): Toast => ({
  tone: 'destructive',
  title,
  ...(text && { text }),
});
