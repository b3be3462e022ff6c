import type { FileId } from '@polylogue/contract';
import type { Queries } from '../../platform/database/database.ts';
import type { Used } from './policy.ts';

/** What is known of a stored file beside its bytes. */
export interface FileRecord {
  id: FileId;
  /** Null: somebody without an account, or who has left. */
  ownerId: string | null;
  name: string;
  /** Bytes. */
  size: number;
  mediaType: string;
  /** A picture we have decoded and written anew; it has a thumbnail. */
  isRedrawn: boolean;
  /** Milliseconds since 1970. */
  createdAt: number;
  /** From then on it counts as gone; null: until its owner deletes it. */
  expiresAt: number | null;
  /** Of its content, where messages carry it: no address leads to it. Null: it was uploaded for itself. */
  sha256: string | null;
}

/** Where a message carries a file: the first, the second. */
export interface Carrier {
  feed: number;
  messageId: string;
  place: number;
}

/** A place in the list of a person's files: what comes after it is older. */
export type Place = Pick<FileRecord, 'createdAt' | 'id'>;

/** The records of files, on the database or on a transaction. */
export function fileStore(db: Queries) {
  const records = db
    .selectFrom('files')
    .select(['id', 'owner_id as ownerId', 'name', 'size', 'media_type as mediaType'])
    .select(['is_redrawn as isRedrawn', 'created_at as createdAt', 'expires_at as expiresAt'])
    .select('sha256');

  return {
    /** A record that is there already stays as it is. */
    async add(record: FileRecord): Promise<void> {
      await db
        .insertInto('files')
        .values({
          id: record.id,
          owner_id: record.ownerId,
          name: record.name,
          size: record.size,
          media_type: record.mediaType,
          is_redrawn: record.isRedrawn,
          created_at: record.createdAt,
          expires_at: record.expiresAt,
          sha256: record.sha256,
        })
        .onConflict((conflict) => conflict.column('id').doNothing())
        .execute();
    },

    find: (id: FileId): Promise<FileRecord | undefined> => records.where('id', '=', id).executeTakeFirst(),

    /** Of a person's files the newest ones that come after a place in their list. */
    page(
      ownerId: string,
      after: Place | undefined,
      limit: number,
      which?: 'not carried',
    ): Promise<FileRecord[]> {
      return records
        .where('owner_id', '=', ownerId)
        .where('expires_at', 'is', null)
        .$if(which === 'not carried', (query) => query.where('sha256', 'is', null))
        .$if(after !== undefined, (query) =>
          query.where((row) => {
            const { createdAt, id } = after as Place;
            return row.or([
              row('created_at', '<', createdAt),
              row.and([row('created_at', '=', createdAt), row('id', '<', id)]),
            ]);
          }),
        )
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
        .execute();
    },

    /** Of these files those that are a person's own. */
    async own(ownerId: string, ids: readonly FileId[]): Promise<FileRecord[]> {
      if (ids.length === 0) return [];
      return records
        .where('owner_id', '=', ownerId)
        .where('expires_at', 'is', null)
        .where('id', 'in', ids)
        .execute();
    },

    /** How many files a person has, and their bytes; `carried`: bytes of those that messages carry. */
    async used(ownerId: string): Promise<Used & { carried: number }> {
      const { files, bytes, carried } = await db
        .selectFrom('files')
        .select((row) => row.fn.countAll<number | string>().as('files'))
        .select((row) => row.fn.sum<number | string | null>('size').as('bytes'))
        .select((row) =>
          row.fn
            .sum<number | string | null>(
              row.case().when('sha256', 'is', null).then(0).else(row.ref('size')).end(),
            )
            .as('carried'),
        )
        .where('owner_id', '=', ownerId)
        .where('expires_at', 'is', null)
        .executeTakeFirstOrThrow();
      return { files: Number(files), bytes: Number(bytes ?? 0), carried: Number(carried ?? 0) };
    },

    /** Bytes of all files that are nobody's. */
    async usedByVisitors(): Promise<number> {
      const { bytes } = await db
        .selectFrom('files')
        .select((row) => row.fn.sum<number | string | null>('size').as('bytes'))
        .where('owner_id', 'is', null)
        .executeTakeFirstOrThrow();
      return Number(bytes ?? 0);
    },

    /** Counts a person's file as gone from now on. False when they have no such file. */
    async retire(id: FileId, ownerId: string, at: number): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('files')
        .set({ expires_at: at })
        .where('id', '=', id)
        .where('owner_id', '=', ownerId)
        .where('expires_at', 'is', null)
        .where('sha256', 'is', null)
        .executeTakeFirstOrThrow();
      return numUpdatedRows === 1n;
    },

    /** Some of all that belong to a person, gone or not. */
    ofOwner: (ownerId: string, limit: number): Promise<FileRecord[]> =>
      records.where('owner_id', '=', ownerId).orderBy('id').limit(limit).execute(),

    /** Some of what has expired, and of what somebody who has left could not take along. */
    removable(at: number, limit: number): Promise<FileRecord[]> {
      return records
        .where((row) =>
          row.or([
            row('expires_at', '<=', at),
            row.and([row('expires_at', 'is', null), row('owner_id', 'is', null)]),
          ]),
        )
        .limit(limit)
        .execute();
    },

    /** Which of these ids have a record. */
    async known(ids: readonly string[]): Promise<Set<string>> {
      if (ids.length === 0) return new Set();
      const rows = await db.selectFrom('files').select('id').where('id', 'in', ids).execute();
      return new Set(rows.map(({ id }) => id));
    },

    /** Ids of files that are there, in their order. */
    async ids(after: string, at: number, limit: number): Promise<string[]> {
      const rows = await db
        .selectFrom('files')
        .select('id')
        .where('id', '>', after)
        .where((row) => row.or([row('expires_at', 'is', null), row('expires_at', '>', at)]))
        .orderBy('id')
        .limit(limit)
        .execute();
      return rows.map(({ id }) => id);
    },

    async remove(id: FileId): Promise<void> {
      await db.deleteFrom('files').where('id', '=', id).execute();
    },

    // Of those that messages carry.

    /** What a message carries at a place. */
    carriedAt: ({ feed, messageId, place }: Carrier): Promise<FileRecord | undefined> =>
      records
        .where('expires_at', 'is', null)
        .where('id', 'in', (query) =>
          query
            .selectFrom('message_files')
            .select('file_id')
            .where('feed', '=', feed)
            .where('message_id', '=', messageId)
            .where('place', '=', place),
        )
        .executeTakeFirst(),

    /** The file of this content that messages of a person carry. */
    async ofContent(ownerId: string, sha256: string): Promise<FileId | undefined> {
      const row = await db
        .selectFrom('files')
        .select('id')
        .where('owner_id', '=', ownerId)
        .where('sha256', '=', sha256)
        .where('expires_at', 'is', null)
        .executeTakeFirst();
      return row?.id;
    },

    async carry({ feed, messageId, place }: Carrier, fileId: FileId): Promise<void> {
      await db
        .insertInto('message_files')
        .values({ feed, message_id: messageId, place, file_id: fileId })
        .onConflict((conflict) =>
          conflict.columns(['feed', 'message_id', 'place']).doUpdateSet({ file_id: fileId }),
        )
        .execute();
    },

    /** These messages carry nothing any more; ids of what they did. */
    async letGo(feed: number, messageIds: readonly string[]): Promise<FileId[]> {
      if (messageIds.length === 0) return [];
      const rows = await db
        .deleteFrom('message_files')
        .where('feed', '=', feed)
        .where('message_id', 'in', messageIds)
        .returning('file_id')
        .execute();
      return rows.map(({ file_id }) => file_id);
    },

    /** Counts as gone from now on what no message carries any more. */
    async retireUncarried(ids: readonly FileId[], at: number): Promise<void> {
      if (ids.length === 0) return;
      await db
        .updateTable('files')
        .set({ expires_at: at })
        .where('id', 'in', ids)
        .where('sha256', 'is not', null)
        .where('expires_at', 'is', null)
        .where('id', 'not in', (query) =>
          query.selectFrom('message_files').select('file_id').where('file_id', 'in', ids),
        )
        .execute();
    },
  };
}
export type FileStore = ReturnType<typeof fileStore>;
