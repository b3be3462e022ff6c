import { lazy } from '../lazy/lazy.ts';
import type { Ask } from './encoding/decode.ts';

/** A file as our server takes it, and in which encoding a text was; or why it cannot be sent, and whether that may change. */
type FileToStore = { file: File; readAs?: string } | { refused: string; canRetry: boolean };

const textNames = /\.(txt|text|md|markdown|csv|tsv|log)$/i;
const isText = ({ name, type }: File) => type.startsWith('text/') || textNames.test(name);

// Few files need it.
const encodings = lazy(() => import('./encoding/utf8-file.ts'));

const gone = {
  refused: 'It has been moved or changed since you chose it. Choose it again.',
  canRetry: false,
};

/** Our server stores texts in UTF-8 only. Asks when the encoding of one cannot be told. */
export async function fileToStore(file: File, ask: Ask): Promise<FileToStore> {
  // A file is read from the disk; an upload of one that is not there fails as if there were no connection.
  const head = await file
    .slice(0, 1)
    .arrayBuffer()
    .catch(() => null);
  if (!head) return gone;
  if (!isText(file)) return { file };
  const code = await encodings.fetch().catch(() => null);
  if (!code) return { refused: 'Could not be opened. Check your internet connection.', canRetry: true };
  const read = await code.asUtf8(file, ask).catch(() => gone);
  return read ?? { refused: 'Not sent: choose its encoding.', canRetry: true };
}
