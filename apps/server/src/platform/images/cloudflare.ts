import { z } from 'zod';
import { refuse } from '../http/refuse.ts';

/** A Cloudflare account with Images. */
export interface CloudflareAccount {
  accountId: string;
  token: string;
  /** The account's part of the delivery addresses of pictures. */
  hash: string;
}

/** Pictures stored by Cloudflare Images: browsers upload them to it and load them from it. */
export interface CloudflareImages {
  /** An upload slot for one picture, valid until `expiresAt` (milliseconds). Refuses with `not-ready`. */
  place(expiresAt: number): Promise<{ id: string; uploadUrl: string }>;
  /** The future address of the picture. */
  urlOf(id: string): string;
  /** Removes a picture or its slot; a missing one counts as removed. Throws if Cloudflare does not confirm it. */
  remove(id: string, signal: AbortSignal): Promise<void>;
}

interface CloudflareDeps extends CloudflareAccount {
  /** Receives messages for the operator. */
  log?: (message: string) => void;
  /** The address of Cloudflare's API, except in tests. */
  api?: string | undefined;
  /** The time limit for an answer (milliseconds). */
  timeout?: number;
}

const cloudflare = 'https://api.cloudflare.com/client/v4';
export const cloudflareOrigins = {
  shown: 'https://imagedelivery.net',
  uploaded: 'https://upload.imagedelivery.net',
};

/** Sends nothing about the person: Cloudflare sees only the picture. */
export function cloudflareImages(deps: CloudflareDeps): CloudflareImages {
  const { accountId, token, hash, log = () => {}, api = cloudflare, timeout = 8_000 } = deps;
  const images = `${api}/accounts/${accountId}/images`;
  const authorization = `Bearer ${token}`;

  async function place(expiresAt: number): Promise<Place | undefined> {
    const body = new FormData();
    body.append('requireSignedURLs', 'false');
    body.append('expiry', new Date(expiresAt).toISOString());
    try {
      const response = await fetch(`${images}/v2/direct_upload`, {
        method: 'POST',
        headers: { authorization },
        body,
        redirect: 'error',
        signal: AbortSignal.timeout(timeout),
      });
      const why =
        response.status === 401 || response.status === 403
          ? ': CLOUDFLARE_IMAGES_TOKEN does not allow it'
          : '';
      if (!response.ok)
        log(`Cloudflare Images gave no upload slot for a picture (${response.status})${why}.`);
      return Place.safeParse(await response.json()).data;
    } catch {
      log('Cloudflare Images could not be reached.');
      return undefined;
    }
  }

  return {
    async place(expiresAt) {
      const given = (await place(expiresAt)) ?? unreachable();
      return { id: given.result.id, uploadUrl: given.result.uploadURL };
    },
    urlOf: (id) => `${cloudflareOrigins.shown}/${hash}/${id}/public`,
    async remove(id, signal) {
      const response = await fetch(`${images}/v1/${encodeURIComponent(id)}`, {
        method: 'DELETE',
        headers: { authorization },
        redirect: 'error',
        signal: AbortSignal.any([signal, AbortSignal.timeout(timeout)]),
      });
      await response.body?.cancel();
      if (response.ok || response.status === 404) return;
      throw Object.assign(new Error('Cloudflare Images did not remove a picture.'), {
        code: response.status,
      });
    },
  };
}

const Place = z.object({
  success: z.literal(true),
  result: z.object({ id: z.string().min(1).max(100), uploadURL: z.url({ protocol: /^https?$/ }) }),
});
type Place = z.infer<typeof Place>;

function unreachable(): never {
  return refuse('not-ready', 'Pictures cannot be uploaded right now. Try again in a moment.', {
    'retry-after': '10',
  });
}
