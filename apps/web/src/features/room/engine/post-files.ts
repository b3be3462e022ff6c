import type { PostRow } from '@polylogue/contract';
import { spaceLimits } from '@polylogue/sync';
import { fileToStore } from '../../../lib/files/file-to-store.ts';
import { type FileWork, NotReady, openFiles } from '../../composer/files/index.ts';

export type PostFile = PostRow['files'][number];

interface PostFilesNeeds {
  upload(file: File, work: Pick<FileWork, 'signal' | 'onProgress'>): Promise<PostFile>;
  /** Why the server refused, as the sentence to show. */
  reasonOf(error: unknown): string;
  onTooMany(): void;
}

export type PostFiles = ReturnType<typeof openPostFiles>;

/** The files for the next post. Each is uploaded as soon as it is added, but pasted texts only when they are to be sent. */
export function openPostFiles({ upload, reasonOf, onTooMany }: PostFilesNeeds) {
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
      const found = pasted ? { file } : await fileToStore(file, work.ask);
      if ('refused' in found) throw new NotReady(found.refused, found.canRetry);
      work.read(found);
      work.onProgress(0);
      return await upload(found.file, work).catch((error) => {
        throw new NotReady(reasonOf(error));
      });
    },
  });

  return {
    ...files,
    /** Whether a post holds them, which says so if not: a removal that is undone may bring one too many. */
    fit(): boolean {
      const isFit = files.read().length <= spaceLimits.files;
      if (!isFit) onTooMany();
      return isFit;
    },
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
