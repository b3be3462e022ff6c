import type { Database, Queries } from '../../platform/database/database.ts';
import type { Blobs } from '../../platform/files/blobs.ts';
import { attachmentStore } from './attachment-store.ts';
import { type FileRecord, type FileStore, fileStore } from './store.ts';
import { storedFile } from './stored-file.ts';
import type { FileSweeper } from './sweep.ts';

const pageLength = 50;

/** A person's files: included in the copy of their data, and deleted with their account. */
export function personalData({
  database,
  store,
  blobs,
  sweeper,
  origin,
}: {
  database: Database;
  store: FileStore;
  blobs: Blobs;
  sweeper: FileSweeper;
  /** The public origin. */
  origin: () => string;
}) {
  const attached = attachmentStore(database.reading);

  return {
    name: 'files',

    /** The records about a person's files. */
    async collect(userId: string): Promise<Record<string, unknown>> {
      const files: object[] = [];
      for await (const record of everyFileOf(store, userId, 'not attached')) {
        files.push({ ...storedFile(record, origin()), file_id: record.id });
      }
      return { files };
    },

    /** The bytes of a person's files. */
    async *files(userId: string) {
      for await (const { id, name, sha256 } of everyFileOf(store, userId)) {
        const found = await blobs.find(id);
        if (!found) continue;
        const isAttached = sha256 !== null;
        const folder = isAttached ? 'conversations/files' : 'files';
        const ids = async () => (isAttached ? await attached.places(id) : [{ id }]);
        yield { name: `${folder}/${name}`, ...found, ids };
      }
    },

    /** Removes all of a person's files; after an interruption, call it again. */
    async forget(userId: string): Promise<void> {
      for (;;) {
        const records = await store.ofOwner(userId, pageLength);
        for (const record of records) await sweeper.remove(record);
        if (records.length < pageLength) return;
      }
    },

    holds: async (userId: string, on: Queries): Promise<boolean> =>
      (await fileStore(on).ofOwner(userId, 1)).length > 0,
  };
}

/** All of a person's files, newest first. */
async function* everyFileOf(
  store: FileStore,
  userId: string,
  which?: 'not attached',
): AsyncGenerator<FileRecord> {
  let page: FileRecord[] = [];
  do {
    page = await store.page(userId, page.at(-1), pageLength, which);
    yield* page;
  } while (page.length === pageLength);
}
