import type { FileId } from '@polylogue/contract';
import type { Queries } from '../../platform/database/database.ts';
import { type FileRecord, selectFiles } from './store.ts';

/** The place of a file in a message: first, second and so on. */
export interface AttachmentPlace {
  feed: number;
  messageId: string;
  place: number;
}

/** The files attached to messages, on the database or in a transaction. */
export function attachmentStore(db: Queries) {
  return {
    /** The file at a place in a message. */
    at: ({ feed, messageId, place }: AttachmentPlace): Promise<FileRecord | undefined> =>
      selectFiles(db)
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

    /** The messages and records to which a file is attached. */
    places: (fileId: FileId): Promise<{ id: string; place: number }[]> =>
      db
        .selectFrom('message_files')
        .select(['message_id as id', 'place'])
        .where('file_id', '=', fileId)
        .orderBy('message_id')
        .orderBy('place')
        .execute(),

    /** A person's attached file with this content. */
    async withContent(ownerId: string, sha256: string): Promise<FileId | undefined> {
      const row = await db
        .selectFrom('files')
        .select('id')
        .where('owner_id', '=', ownerId)
        .where('sha256', '=', sha256)
        .where('expires_at', 'is', null)
        .executeTakeFirst();
      return row?.id;
    },

    async attach({ feed, messageId, place }: AttachmentPlace, fileId: FileId): Promise<void> {
      await db
        .insertInto('message_files')
        .values({ feed, message_id: messageId, place, file_id: fileId })
        .onConflict((conflict) =>
          conflict.columns(['feed', 'message_id', 'place']).doUpdateSet({ file_id: fileId }),
        )
        .execute();
    },

    /** Detaches the files of these messages; returns their ids. */
    async detach(feed: number, messageIds: readonly string[]): Promise<FileId[]> {
      if (messageIds.length === 0) return [];
      const rows = await db
        .deleteFrom('message_files')
        .where('feed', '=', feed)
        .where('message_id', 'in', messageIds)
        .returning('file_id')
        .execute();
      return rows.map(({ file_id }) => file_id);
    },

    /** Marks those that are no longer attached to any message as deleted. */
    async retireDetached(ids: readonly FileId[], at: number): Promise<void> {
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
