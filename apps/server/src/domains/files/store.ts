import type { FileId } from '@polylogue/contract';
import type { Queries } from '../../platform/database/database.ts';

/** What is known of a stored file beside its bytes. */
export interface FileRecord {
  id: FileId;
  name: string;
  /** Bytes. */
  size: number;
  mediaType: string;
  /** Milliseconds since 1970. */
  expiresAt: number;
}

export interface FileStore {
  /** A record that is there already stays as it is. */
  add(record: FileRecord): Promise<void>;
  find(id: FileId): Promise<FileRecord | undefined>;
  all(): Promise<FileRecord[]>;
  remove(id: FileId): Promise<void>;
}

export function fileStore(db: Queries, now: () => number): FileStore {
  const records = db
    .selectFrom('files')
    .select(['id', 'name', 'size', 'media_type as mediaType', 'expires_at as expiresAt'])
    .where('expires_at', 'is not', null)
    .$narrowType<{ expiresAt: number }>();

  return {
    async add({ id, name, size, mediaType, expiresAt }) {
      const row = { id, name, size, media_type: mediaType, created_at: now(), expires_at: expiresAt };
      await db
        .insertInto('files')
        .values(row)
        .onConflict((conflict) => conflict.column('id').doNothing())
        .execute();
    },
    find: (id) => records.where('id', '=', id).executeTakeFirst(),
    all: () => records.execute(),
    async remove(id) {
      await db.deleteFrom('files').where('id', '=', id).execute();
    },
  };
}
