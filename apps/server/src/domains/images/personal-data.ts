import type { Queries } from '../../platform/database/database.ts';
import type { Blobs } from '../../platform/files/blobs.ts';
import { type ImageRow, type ImageStore, imageStore } from './store.ts';

interface PersonalDataDeps {
  store: ImageStore;
  blobs: Blobs;
  remove(image: ImageRow): Promise<void>;
}

/** More pictures than one person has at a time. */
const some = 100;

/** The data stored here about a person: included in the copy of their data, and deleted with their account. */
export function personalData({ store, blobs, remove }: PersonalDataDeps) {
  return {
    name: 'images',

    async collect(userId: string): Promise<Record<string, unknown>> {
      const images = (await store.ofOwner(userId, some)).map(({ id, purpose, url, kept_by, created_at }) => ({
        id,
        purpose,
        url,
        kept_by,
        created_at: instant(created_at),
      }));
      // Without the token, which could be used to upload.
      const places = (await store.uploadSlots(userId)).map(({ purpose, created_at, used_at }) => ({
        purpose,
        asked_for_at: instant(created_at),
        used_at: used_at === null ? null : instant(used_at),
      }));
      return { images: { images, places } };
    },

    async *files(userId: string) {
      for (const { id, purpose } of await store.ofOwner(userId, some)) {
        const found = await blobs.find(id, 'public');
        if (found) yield { name: `pictures/${purpose}.webp`, ...found, ids: async () => [{ id }] };
      }
    },

    async forget(userId: string): Promise<void> {
      for (;;) {
        const images = await store.ofOwner(userId, some);
        for (const image of images) await remove(image);
        if (images.length < some) return;
      }
    },

    holds: async (userId: string, on: Queries): Promise<boolean> =>
      (await imageStore(on).ofOwner(userId, 1)).length > 0,
  };
}

const instant = (ms: number) => new Date(ms).toISOString();
