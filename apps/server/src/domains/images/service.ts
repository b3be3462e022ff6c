import type { ImageVariant, StoredImage } from '@polylogue/contract';
import { storable } from '@polylogue/sync';
import type { Queries } from '../../platform/database/database.ts';
import type { Blobs, DraftBlob } from '../../platform/files/blobs.ts';
import { refuseWhenFull } from '../../platform/files/full.ts';
import { dropUnlessRecorded } from '../../platform/files/orphans.ts';
import { type Incoming, mustBeConnected } from '../../platform/http/one-file.ts';
import { RefusedError, refuse } from '../../platform/http/refuse.ts';
import type { StoredBytes } from '../../platform/http/send-bytes.ts';
import type { Renderer } from '../../platform/images/renderer.ts';
import type { JobQueue } from '../../platform/jobs/queue.ts';
import { personalData } from './personal-data.ts';
import { type PicturePurpose, renderings } from './policy.ts';
import { imageStore } from './store.ts';
import { sweepImages } from './sweep.ts';
import { type UploadSlotDeps, uploadSlots } from './upload-slots.ts';

export { removeImageHandler, removeImageJob } from './sweep.ts';

export interface ImageDeps extends Omit<UploadSlotDeps, 'store'> {
  jobs: JobQueue;
  blobs: Blobs;
  renderer: Renderer;
}

/** The larger one is made first, and the small one from it; the profile uses the larger one. */
const variants = ['public', 'small'] as const satisfies readonly ImageVariant[];
/** A picture's content never changes, but a shared computer should forget after a day who was viewed. */
const day = 24 * 60 * 60;

const urlOf = (id: string, variant: ImageVariant = 'public') => `/images/${id}/${variant}`;

/** Pictures that people show of themselves. */
export function imageService(deps: ImageDeps) {
  const { database, blobs, renderer, rules, lock, now } = deps;
  const store = imageStore(database.db);
  const slots = uploadSlots({ ...deps, store });
  const sweeper = sweepImages({ ...deps, store });

  async function* metered(bytes: AsyncIterable<Buffer>) {
    let size = 0;
    for await (const chunk of bytes) {
      size += chunk.length;
      if (size > rules.bytes) tooLarge();
      yield chunk;
    }
    if (size === 0) refuse('bad-input', 'This file is empty. Choose another one.');
  }

  function tooLarge(): never {
    const megabytes = rules.bytes / 1024 / 1024;
    return refuse('too-large', `This picture is larger than ${megabytes} MB. Choose a smaller one.`);
  }

  /** Renders a picture, then stores the renderings and then its row: a row never points to missing bytes. */
  async function save(
    draft: DraftBlob,
    userId: string,
    purpose: PicturePurpose,
    incoming: Incoming,
  ): Promise<void> {
    const drawn = variants.map((name) => ({ ...renderings[purpose][name], path: draft.pathOf(name) }));
    await renderer.render({ source: draft.path, renderings: drawn }, userId);
    mustBeConnected(incoming);
    await draft.storeRendered(variants);
    const at = now();
    const row = { id: draft.id, owner_id: userId, purpose, kept_by: 'us', url: urlOf(draft.id) } as const;
    await database.transaction(async (trx) => {
      if (!(await lock(userId, trx))) notFound();
      await imageStore(trx).add({ ...row, created_at: at, expires_at: at + rules.useTime });
    });
  }

  async function receive(userId: string, purpose: PicturePurpose, incoming: Incoming): Promise<string> {
    const draft = await blobs.take(metered(incoming.bytes)).catch(refuseWhenFull);
    try {
      await save(draft, userId, purpose, incoming);
      return draft.id;
    } catch (error) {
      await dropUnlessRecorded(draft, store.known);
      throw error;
    }
  }

  return {
    /** An upload slot for a picture with this purpose. */
    requestUpload: slots.request,

    /** Receives the picture for a slot. */
    async upload(token: string, incoming: Incoming): Promise<StoredImage> {
      if ((incoming.announced ?? 0) > rules.bytes + multipartOverhead) tooLarge();
      const { userId, purpose } = await slots.use(token);
      const id = await receive(userId, purpose, incoming).catch(async (error) => {
        if (isOurFault(error)) await slots.giveBack(token);
        throw error;
      });
      return {
        success: true,
        errors: [],
        result: { id, variants: variants.map((variant) => urlOf(id, variant)).toReversed() },
      };
    },

    async read(id: string, variant: ImageVariant): Promise<StoredBytes> {
      // Asked first: everyone may request addresses, and the store may cost something for each.
      if (!(await store.known([id])).has(id)) notFound();
      const { size, open } = (await blobs.find(id, variant)) ?? notFound();
      return {
        size,
        open,
        mediaType: 'image/webp',
        etag: `"${id}-${variant}"`,
        maxAge: day,
        isImmutable: true,
        disposition: 'inline',
      };
    },

    /** Whether this person uploaded the picture at `url` for this purpose, and may put it on their profile. */
    isOwn: (userId: string, url: string, purpose: PicturePurpose): Promise<boolean> =>
      store.isUsable(userId, storable(url), purpose, now()),

    /** Called in the transaction in which the picture on a person's profile changes or is removed. */
    changed: (userId: string, on: Queries): Promise<void> => imageStore(on).markForReview(userId, now()),

    begin: sweeper.leftDrafts,

    async sweep() {
      await sweeper.pictures();
      await sweeper.oldDrafts();
      await slots.forgetPastDays();
    },

    async tidy() {
      await sweeper.pictures();
      await sweeper.orphans();
    },

    personalData: personalData({ store, blobs, remove: sweeper.remove }),
  };
}
export type ImageService = ReturnType<typeof imageService>;

/** The bytes in a multipart request besides its file: boundaries, headers, a long name. */
const multipartOverhead = 16 * 1024;

const isOurFault = (error: unknown) =>
  error instanceof RefusedError && ['not-ready', 'busy', 'no-room'].includes(error.refusal);

function notFound(): never {
  return refuse('not-found', 'This picture does not exist or was removed.');
}
