import type { Queries } from '../../platform/database/database.ts';
import type { StorageUsed } from './policy.ts';

/** The number of a person's files, and their bytes; `attached`: the bytes of those attached to messages. */
export async function usedBy(db: Queries, ownerId: string): Promise<StorageUsed & { attached: number }> {
  const { files, bytes, attached } = await db
    .selectFrom('files')
    .select((row) => row.fn.countAll<number | string>().as('files'))
    .select((row) => row.fn.sum<number | string | null>('size').as('bytes'))
    .select((row) =>
      row.fn
        .sum<number | string | null>(
          row.case().when('sha256', 'is', null).then(0).else(row.ref('size')).end(),
        )
        .as('attached'),
    )
    .where('owner_id', '=', ownerId)
    .where('expires_at', 'is', null)
    .executeTakeFirstOrThrow();
  return { files: Number(files), bytes: Number(bytes ?? 0), attached: Number(attached ?? 0) };
}

/** The bytes of all files without an owner. */
export async function usedByVisitors(db: Queries): Promise<number> {
  const { bytes } = await db
    .selectFrom('files')
    .select((row) => row.fn.sum<number | string | null>('size').as('bytes'))
    .where('owner_id', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(bytes ?? 0);
}
