import { z } from 'zod';
import { refuse } from '../http/refuse.ts';

/** Of an account at Cloudflare that has Images. */
export interface CloudflareAccount {
  accountId: string;
  token: string;
  /** The account's part of the addresses that pictures are delivered from. */
  hash: string;
}

/** Pictures stored by Cloudflare Images: browsers upload them there and read them there. */
export interface CloudflareImages {
  /** A place to upload one picture to, until `expiresAt` (milliseconds). Refuses with `not-ready`. */
  place(expiresAt: number): Promise<{ id: string; uploadUrl: string }>;
  /** Where the picture will be. */
  urlOf(id: string): string;
  /** Removes a picture or its place; one that is not there is removed. Throws when nobody says that it is. */
  remove(id: string, signal: AbortSignal): Promise<void>;
}

interface CloudflareDeps extends CloudflareAccount {
  /** Is told what the people who run the server must know. */
  log?: (message: string) => void;
  /** Where Cloudflare is asked, unless a test says otherwise. */
  api?: string | undefined;
  /** How long it may take to answer. In ms. */
  patience?: number;
}

const cloudflare = 'https://api.cloudflare.com/client/v4';
export const cloudflareOrigins = {
  shown: 'https://imagedelivery.net',
  uploaded: 'https://upload.imagedelivery.net',
};

/** Nothing about the person is sent: Cloudflare learns that somebody uploads a picture, and the picture. */
export function cloudflareImages(deps: CloudflareDeps): CloudflareImages {
  const { accountId, token, hash, log = () => {}, api = cloudflare, patience = 8_000 } = deps;
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
        signal: AbortSignal.timeout(patience),
      });
      const why =
        response.status === 401 || response.status === 403
          ? ': CLOUDFLARE_IMAGES_TOKEN is not good for it'
          : '';
      if (!response.ok) log(`Cloudflare Images gave no place for a picture (${response.status})${why}.`);
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
        signal: AbortSignal.any([signal, AbortSignal.timeout(patience)]),
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
  return refuse('not-ready', 'Pictures cannot be uploaded right now. Please try again in a moment.', {
    'retry-after': '10',
  });
}
