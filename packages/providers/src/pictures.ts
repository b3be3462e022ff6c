import type { ProviderName } from './question.ts';

/** The limits of a picture: beyond them the provider shrinks or refuses it. */
export interface PictureLimits {
  /** Pixels of the longer side. */
  longest: number;
  /** Pixels of the shorter side, where the model sees no more than that. */
  shortest?: number;
  /** Bytes of one picture before base64, as the provider states or safely below. */
  bytes: number;
  /** Media types it reads. */
  types: readonly string[];
}

const webTypes = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'];

const limits: Readonly<Record<ProviderName, PictureLimits>> = {
  openai: { longest: 2048, bytes: 20_000_000, types: webTypes },
  gemini: {
    longest: 3072,
    bytes: 7_000_000,
    types: ['image/png', 'image/jpeg', 'image/webp', 'image/heic', 'image/heif'],
  },
  // 5 MB are counted in base64.
  anthropic: { longest: 1568, bytes: 3_750_000, types: webTypes },
  deepseek: { longest: 2048, bytes: 10_000_000, types: webTypes },
  grok: { longest: 2048, bytes: 10_000_000, types: ['image/png', 'image/jpeg'] },
};

/** Models that split a picture into tiles, after shrinking its shorter side to this many pixels. */
const tiled: readonly { ids: RegExp; shortest: number }[] = [
  { ids: /^(gpt-4o|gpt-4\.1$|gpt-4\.5|o1|o3)(?!.*mini)|^gpt-4o-mini/, shortest: 768 },
];

/** The best size of a picture for a model. */
export function pictureLimits(provider: ProviderName, model: string): PictureLimits {
  const shortest = provider === 'openai' && tiled.find(({ ids }) => ids.test(model.trim()))?.shortest;
  return shortest ? { ...limits.openai, shortest } : limits[provider];
}
