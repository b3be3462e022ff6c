import type { Selectable } from 'kysely';
import type { Queries } from '../../platform/database/database.ts';
import type { Tables } from '../../platform/database/tables.ts';
import type { PicturePurpose } from './policy.ts';

export type ImageRow = Selectable<Tables['images']>;
type UploadSlotRow = Tables['image_places'];

/** Pictures, and the slots to which they are uploaded, on the database or in a transaction. */
export function imageStore(db: Queries) {
  return {
    ...uploadSlotRows(db),

    async add(image: ImageRow): Promise<void> {
      await db.insertInto('images').values(image).execute();
    },

    /** Whether a person's picture for this purpose at this address can be put on the profile. */
    async isUsable(userId: string, url: string, purpose: PicturePurpose, at: number): Promise<boolean> {
      const found = await db
        .selectFrom('images')
        .select('id')
        .where('owner_id', '=', userId)
        .where('url', '=', url)
        .where('purpose', '=', purpose)
        .where((row) => row.or([row('expires_at', 'is', null), row('expires_at', '>', at)]))
        .executeTakeFirst();
      return found !== undefined;
    },

    /** Marks all pictures that a person's profile has, or had, for review. */
    async markForReview(userId: string, at: number): Promise<void> {
      await db
        .updateTable('images')
        .set({ expires_at: at })
        .where('owner_id', '=', userId)
        .where((row) => row.or([row('expires_at', 'is', null), row('expires_at', '<', at)]))
        .execute();
    },

    /** Some of the pictures to review, and whether their owner's profile uses them. */
    async toReview(at: number, limit: number): Promise<(ImageRow & { isInUse: boolean })[]> {
      const rows = await db
        .selectFrom('images')
        .leftJoin('users', 'users.user_id', 'images.owner_id')
        .selectAll('images')
        .select(['users.profile_picture_url', 'users.cover_picture_url'])
        .where((row) =>
          row.or([
            row('images.expires_at', '<=', at),
            row.and([row('images.expires_at', 'is', null), row('images.owner_id', 'is', null)]),
          ]),
        )
        .limit(limit)
        .execute();
      return rows.map(({ profile_picture_url, cover_picture_url, ...image }) => ({
        ...image,
        isInUse: image.url === { profile: profile_picture_url, cover: cover_picture_url }[image.purpose],
      }));
    },

    /** Keeps a picture that the profile uses, unless it was marked again meanwhile. */
    async unmark({ id, expires_at }: ImageRow): Promise<void> {
      await db
        .updateTable('images')
        .set({ expires_at: null })
        .where('id', '=', id)
        .where('expires_at', '=', expires_at)
        .execute();
    },

    ofOwner: (ownerId: string, limit: number): Promise<ImageRow[]> =>
      db
        .selectFrom('images')
        .selectAll()
        .where('owner_id', '=', ownerId)
        .orderBy('id')
        .limit(limit)
        .execute(),

    async known(ids: readonly string[]): Promise<Set<string>> {
      if (ids.length === 0) return new Set();
      const rows = await db.selectFrom('images').select('id').where('id', 'in', ids).execute();
      return new Set(rows.map(({ id }) => id));
    },

    async remove(id: string): Promise<void> {
      await db.deleteFrom('images').where('id', '=', id).execute();
    },
  };
}
export type ImageStore = ReturnType<typeof imageStore>;

function uploadSlotRows(db: Queries) {
  return {
    async addUploadSlot(slot: Omit<UploadSlotRow, 'used_at'>): Promise<void> {
      await db.insertInto('image_places').values(slot).execute();
    },

    /** When a person got upload slots in this period, oldest first: rows from when a clock was ahead do not count. */
    async uploadSlotsBetween(userId: string, after: number, until: number): Promise<number[]> {
      const rows = await db
        .selectFrom('image_places')
        .select('created_at')
        .where('user_id', '=', userId)
        .where('created_at', '>', after)
        .where('created_at', '<=', until)
        .orderBy('created_at')
        .execute();
      return rows.map((row) => row.created_at);
    },

    /** Uses a slot up; returns its person, its purpose and its time, or undefined if it cannot be used (any more). */
    async useUploadSlot(
      tokenHash: string,
      at: number,
    ): Promise<Pick<UploadSlotRow, 'user_id' | 'purpose' | 'created_at'> | undefined> {
      return db
        .updateTable('image_places')
        .set({ used_at: at })
        .where('token_hash', '=', tokenHash)
        .where('used_at', 'is', null)
        .where('expires_at', '>', at)
        .returning(['user_id', 'purpose', 'created_at'])
        .executeTakeFirst();
    },

    /** Makes a used slot usable again. */
    async freeUploadSlot(tokenHash: string): Promise<void> {
      await db
        .updateTable('image_places')
        .set({ used_at: null })
        .where('token_hash', '=', tokenHash)
        .execute();
    },

    async removeUploadSlot(tokenHash: string): Promise<void> {
      await db.deleteFrom('image_places').where('token_hash', '=', tokenHash).execute();
    },

    uploadSlots: (userId: string): Promise<UploadSlotRow[]> =>
      db.selectFrom('image_places').selectAll().where('user_id', '=', userId).orderBy('created_at').execute(),

    async removeUploadSlots(before: number): Promise<void> {
      await db.deleteFrom('image_places').where('created_at', '<=', before).execute();
    },
  };
}
