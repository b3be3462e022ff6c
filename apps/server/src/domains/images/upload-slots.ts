import type { Database, Queries } from '../../platform/database/database.ts';
import { refuse } from '../../platform/http/refuse.ts';
import type { CloudflareImages } from '../../platform/images/cloudflare.ts';
import { hashOf, newSecret } from '../../platform/tokens/hash.ts';
import { imagePolicy, type PicturePurpose, type PictureRules } from './policy.ts';
import { type ImageStore, imageStore } from './store.ts';

const day = 24 * 60 * 60 * 1000;

export interface UploadSlotDeps {
  database: Database;
  store: ImageStore;
  rules: PictureRules;
  /** Stores pictures instead of this server. */
  cloudflare: CloudflareImages | undefined;
  /** Locks the account until the transaction ends; false if it was deleted. */
  lock(userId: string, on: Queries): Promise<boolean>;
  /** Whether nobody was signed out of the account since then. */
  isUnbroken(userId: string, since: number): Promise<boolean>;
  /** The public origin. */
  origin: () => string;
  /** Milliseconds since 1970. */
  now: () => number;
}

/** Upload slots for pictures: an unguessable address for one person, one purpose and one upload. */
export function uploadSlots({
  database,
  store,
  rules,
  cloudflare,
  lock,
  isUnbroken,
  origin,
  now,
}: UploadSlotDeps) {
  /** Counts and assigns in one step, so that simultaneous requests cannot exceed the limit. */
  async function assign(userId: string, purpose: PicturePurpose, token: string) {
    const at = now();
    await database.transaction(async (trx) => {
      if (!(await lock(userId, trx))) accountDeleted();
      const on = imageStore(trx);
      const today = await on.uploadSlotsBetween(userId, at - day, at);
      if (!imagePolicy.requestUpload(today.length, rules)) dailyLimitReached((today[0] ?? at) + day - at);
      const expires_at = at + rules.slotTime;
      await on.addUploadSlot({
        token_hash: hashOf(token),
        user_id: userId,
        purpose,
        created_at: at,
        expires_at,
      });
    });
  }

  /** Requests an upload address from Cloudflare; the picture belongs to the person from then on. */
  async function requestFromCloudflare(
    { place, urlOf }: CloudflareImages,
    userId: string,
    purpose: PicturePurpose,
  ) {
    const at = now();
    const { id, uploadUrl } = await place(at + rules.slotTime);
    await store.add({
      id,
      owner_id: userId,
      purpose,
      kept_by: 'cloudflare',
      url: urlOf(id),
      created_at: at,
      expires_at: at + rules.slotTime + rules.useTime,
    });
    return uploadUrl;
  }

  return {
    async request(userId: string, purpose: PicturePurpose): Promise<{ upload_url: string }> {
      const token = newSecret();
      await assign(userId, purpose, token);
      if (!cloudflare) return { upload_url: `${origin()}/api/v1/images/${token}` };
      try {
        return { upload_url: await requestFromCloudflare(cloudflare, userId, purpose) };
      } catch (error) {
        await store.removeUploadSlot(hashOf(token));
        throw error;
      }
    },

    /** Uses the slot up. Refuses with `not-found`. */
    async use(token: string): Promise<{ userId: string; purpose: PicturePurpose }> {
      const slot = await store.useUploadSlot(hashOf(token), now());
      // Whoever asked for it may have been signed out since, or suspended.
      if (slot && (await isUnbroken(slot.user_id, slot.created_at)))
        return { userId: slot.user_id, purpose: slot.purpose };
      return refuse('not-found', 'This upload address is not valid or has expired. Try again.');
    },

    /** After a failure that says nothing about the picture: the same address may be tried again. */
    giveBack: (token: string) => store.freeUploadSlot(hashOf(token)),

    forgetPastDays: () => store.removeUploadSlots(now() - day),
  };
}

function accountDeleted(): never {
  return refuse('signed-out', 'This account no longer exists.');
}

function dailyLimitReached(wait: number): never {
  return refuse('quota-used', 'You have uploaded too many pictures today. Try again tomorrow.', {
    'retry-after': String(Math.max(1, Math.ceil(wait / 1000))),
  });
}
