import type { OwnFiles } from '@polylogue/contract';
import { storable } from '@polylogue/sync';
import { refuse } from '../../platform/http/refuse.ts';
import type { MemberUploads } from './members.ts';
import type { MemberLimits } from './policy.ts';
import type { FileCursor, FileStore } from './store.ts';
import { noSuchFile, storedFile } from './stored-file.ts';
import type { FileSweeper } from './sweep.ts';

/** How many files a page of the list has. */
const pageLength = 50;

/** The list of a person's files, and deleting one. */
export function memberFiles({
  store,
  members,
  memberLimits,
  sweeper,
  origin,
  now,
}: {
  store: FileStore;
  members: MemberUploads;
  memberLimits: MemberLimits;
  sweeper: FileSweeper;
  /** The public origin. */
  origin: () => string;
  /** Milliseconds since 1970. */
  now: () => number;
}) {
  return {
    /** A person's files, newest first; `after` is where the previous page ended. */
    async list(userId: string, after?: string): Promise<OwnFiles> {
      const files = await store.page(
        userId,
        after === undefined ? undefined : cursorFrom(after),
        pageLength + 1,
        'not attached',
      );
      const page = files.slice(0, pageLength);
      const last = files.length > pageLength ? page.at(-1) : undefined;
      const { bytes: used, files: usedFiles, elsewhere: copy, attached } = await members.used(userId);
      return {
        files: page.map((record) => ({ ...storedFile(record, origin()), file_id: record.id })),
        next: last ? `${last.createdAt}-${last.id}` : null,
        used,
        copy,
        in_conversations: attached,
        quota: memberLimits.allBytes,
        used_files: usedFiles,
        quota_files: memberLimits.files,
      };
    },

    /** Deletes a person's file; for other people's files the answer is the same as for missing ones. */
    async remove(userId: string, id: string): Promise<void> {
      const known = storable(id);
      if (!(await store.retire(known, userId, now()))) noSuchFile();
      for (const record of await store.removable(now(), 1, known)) await sweeper.remove(record);
    },
  };
}

function cursorFrom(after: string): FileCursor {
  const [, createdAt, id] = /^(\d{1,15})-([0-9a-f]{32})$/.exec(after) ?? [];
  if (!createdAt || !id) return refuse('bad-input', 'This is not a position in the list of your files.');
  return { createdAt: Number(createdAt), id };
}
