import type { PostRow } from '@polylogue/contract';
import { spaceLimits } from '@polylogue/sync';
import type { Ask } from '../../../lib/files/encoding/decode.ts';
import { type FileWork, NotReady, openFiles } from '../../composer/files/index.ts';

export type PostFile = PostRow['files'][number];

interface PostFilesNeeds {
  /** A text as UTF-8, and in which encoding it was; null when that was asked and not answered. Rejects while the code for it cannot be loaded. */
  asUtf8(file: File, ask: Ask): Promise<{ file: File; readAs?: string } | null>;
  upload(file: File, work: Pick<FileWork, 'signal' | 'onProgress'>): Promise<PostFile>;
  /** Why the server refused, as the sentence to show. */
  reasonOf(error: unknown): string;
  onTooMany(): void;
}

const textNames = /\.(txt|text|md|markdown|csv|tsv|log)$/i;
const isText = ({ name, type }: File) => type.startsWith('text/') || textNames.test(name);

export type PostFiles = ReturnType<typeof openPostFiles>;

/** The files for the next post. Each is uploaded as soon as it is added, but pasted texts only when they are to be sent. */
export function openPostFiles({ asUtf8, upload, reasonOf, onTooMany }: PostFilesNeeds) {
  const files = openFiles<PostFile>({
    most: spaceLimits.files,
    onTooMany,
    mediaTypeOf: ({ type }) => type,
    isInsertable: ({ length }) => length <= spaceLimits.bodyLength,
    areTextsLate: true,
    async onPut(put) {
      await files.prepare(put.filter(({ state }) => state.type !== 'ready'));
    },
    async prepare({ file, pasted }, work) {
      // Our server stores texts in UTF-8 only.
      const found = isText(file) && !pasted ? await inUtf8(file, work.ask) : { file };
      work.read(found);
      work.onProgress(0);
      return await upload(found.file, work).catch((error) => {
        throw new NotReady(reasonOf(error));
      });
    },
  });

  async function inUtf8(file: File, ask: Ask) {
    const read = await asUtf8(file, ask).catch(() => {
      throw new NotReady('Could not be opened. Check your internet connection.');
    });
    if (!read) throw new NotReady('Not sent: choose its encoding.');
    return read;
  }

  return {
    ...files,
    /** Uploads the pasted texts that are not stored yet. */
    uploadTexts: () => files.prepare(files.read().filter(({ pasted, ready }) => pasted && !ready)),
    /** Removes and returns all of them; null if one is not stored yet. */
    take(): PostFile[] | null {
      const all = files.read();
      const stored = all.flatMap(({ ready }) => ready ?? []);
      if (stored.length < all.length) return null;
      files.dispatch({ type: 'removed', ids: all.map(({ id }) => id) });
      return stored;
    },
  };
}
