import type { FileId } from '@polylogue/contract';
import { type ExpressionBuilder, sql } from 'kysely';
import type { Queries } from '../../platform/database/database.ts';
import type { Tables } from '../../platform/database/tables.ts';

/** The record of a stored file. */
export interface FileRecord {
  id: FileId;
  /** Null: uploaded without an account, or its owner's account was deleted. */
  ownerId: string | null;
  name: string;
  /** Bytes. */
  size: number;
  mediaType: string;
  /** Whether it is a picture that we decoded and encoded again; then it has a thumbnail. */
  isRedrawn: boolean;
  /** Milliseconds since 1970. */
  createdAt: number;
  /** When it expires; null: when its owner deletes it. */
  expiresAt: number | null;
  /** Hash of the content of a file attached to messages; such files have no address. Null: uploaded on its own. */
  sha256: string | null;
}

/** A place in the list of a person's files: what comes after it is older. */
export type FileCursor = Pick<FileRecord, 'createdAt' | 'id'>;

/** Files with the names of a record. */
export const selectFiles = (db: Queries) =>
  db
    .selectFrom('files')
    .select(['id', 'owner_id as ownerId', 'name', 'size', 'media_type as mediaType'])
    .select(['is_redrawn as isRedrawn', 'created_at as createdAt', 'expires_at as expiresAt'])
    .select('sha256');

/** The records of files, on the database or in a transaction. */
export function fileStore(db: Queries) {
  const records = selectFiles(db);

  return {
    /** An existing record stays as it is. */
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

    /** The newest of a person's files after a place in their list. */
    page(
      ownerId: string,
      after: FileCursor | undefined,
      limit: number,
      which?: 'not attached',
    ): Promise<FileRecord[]> {
      return records
        .where('owner_id', '=', ownerId)
        .where('expires_at', 'is', null)
        .$if(which === 'not attached', (query) => query.where('sha256', 'is', null))
        .$if(after !== undefined, (query) =>
          query.where((row) => {
            const { createdAt, id } = after as FileCursor;
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

    /** Those of these files that belong to the person. */
    async own(ownerId: string, ids: readonly FileId[]): Promise<FileRecord[]> {
      if (ids.length === 0) return [];
      return records
        .where('owner_id', '=', ownerId)
        .where('expires_at', 'is', null)
        .where('id', 'in', ids)
        .execute();
    },

    /** Marks a person's file as deleted. False if they have no such file. */
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

    /** Some of a person's files, including those marked as deleted. */
    ofOwner: (ownerId: string, limit: number): Promise<FileRecord[]> =>
      records.where('owner_id', '=', ownerId).orderBy('id').limit(limit).execute(),

    /** Some expired files, and files left behind by a deleted account; none that an open report about their owner names. */
    removable(at: number, limit: number, id?: FileId): Promise<FileRecord[]> {
      return records
        .$if(id !== undefined, (query) => query.where('id', '=', id as FileId))
        .where((row) =>
          row.or([
            row('expires_at', '<=', at),
            row.and([row('expires_at', 'is', null), row('owner_id', 'is', null)]),
          ]),
        )
        .where((row) => row.not(isEvidence(row)))
        .limit(limit)
        .execute();
    },

    /** Which of these ids have a record. */
    async known(ids: readonly string[]): Promise<Set<string>> {
      if (ids.length === 0) return new Set();
      const rows = await db.selectFrom('files').select('id').where('id', 'in', ids).execute();
      return new Set(rows.map(({ id }) => id));
    },

    /** Ids of files that are neither expired nor deleted, in order. */
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
  };
}

/** Whether an open report about its owner names a file. */
function isEvidence({ exists, selectFrom }: ExpressionBuilder<Tables, 'files'>) {
  const open = selectFrom('reports').select('report_id').where('closed_at', 'is', null);
  const ofOwner = open.whereRef('reported_id', '=', 'files.owner_id');
  return exists(ofOwner.where('snapshot', 'like', sql<string>`'%' || files.id || '%'`));
}

export type FileStore = ReturnType<typeof fileStore>;
