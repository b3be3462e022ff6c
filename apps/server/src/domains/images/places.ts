import type { Database, Queries } from '../../platform/database/database.ts';
import { refuse } from '../../platform/http/refuse.ts';
import type { CloudflareImages } from '../../platform/images/cloudflare.ts';
import { hashOf, newSecret } from '../../platform/tokens/hash.ts';
import { imagePolicy, type PictureRules, type Purpose } from './policy.ts';
import { type ImageStore, imageStore } from './store.ts';

const day = 24 * 60 * 60 * 1000;

export interface PlaceDeps {
  database: Database;
  store: ImageStore;
  rules: PictureRules;
  /** Who keeps pictures in our stead. */
  cloudflare: CloudflareImages | undefined;
  /** Lets nobody else change what belongs to this account until the transaction ends; false when it is gone. */
  lock(userId: string, on: Queries): Promise<boolean>;
  /** The origin people see. */
  origin: () => string;
  /** Milliseconds since 1970. */
  now: () => number;
}

/** Where pictures are uploaded to: an address nobody can guess, for one person and one purpose, once. */
export function places({ database, store, rules, cloudflare, lock, origin, now }: PlaceDeps) {
  /** Counted and given in one step, so that twenty who ask at once do not get twenty-one. */
  async function give(userId: string, purpose: Purpose, token: string) {
    const at = now();
    await database.transaction(async (trx) => {
      if (!(await lock(userId, trx))) accountIsGone();
      const on = imageStore(trx);
      const today = await on.placesBetween(userId, at - day, at);
      if (!imagePolicy.askForPlace(today.length, rules)) dayIsUsed((today[0] ?? at) + day - at);
      const expires_at = at + rules.placeTime;
      await on.addPlace({ token_hash: hashOf(token), user_id: userId, purpose, created_at: at, expires_at });
    });
  }

  /** Cloudflare is told to expect a picture, which is the person's from then on. */
  async function atCloudflare({ place, urlOf }: CloudflareImages, userId: string, purpose: Purpose) {
    const at = now();
    const { id, uploadUrl } = await place(at + rules.placeTime);
    await store.add({
      id,
      owner_id: userId,
      purpose,
      kept_by: 'cloudflare',
      url: urlOf(id),
      created_at: at,
      expires_at: at + rules.placeTime + rules.useTime,
    });
    return uploadUrl;
  }

  return {
    async ask(userId: string, purpose: Purpose): Promise<{ upload_url: string }> {
      const token = newSecret();
      await give(userId, purpose, token);
      const ours = `${origin()}/api/v1/images/${token}`;
      return { upload_url: cloudflare ? await atCloudflare(cloudflare, userId, purpose) : ours };
    },

    /** Uses the place up. Refuses with `not-found`. */
    async use(token: string): Promise<{ userId: string; purpose: Purpose }> {
      const place = await store.usePlace(hashOf(token), now());
      if (place) return { userId: place.user_id, purpose: place.purpose };
      return refuse('not-found', 'There is no place for a picture here, or no longer. Please try again.');
    },

    forgetPastDays: () => store.removePlaces(now() - day),
  };
}

function accountIsGone(): never {
  return refuse('signed-out', 'This account does not exist any more.');
}

function dayIsUsed(wait: number): never {
  return refuse('quota-used', 'You have uploaded many pictures today. Please try again tomorrow.', {
    'retry-after': String(Math.max(1, Math.ceil(wait / 1000))),
  });
}
