/** What is to be made of a picture. Nothing it says of its camera, place or maker stays. */
export type Rendering =
  /** The whole picture in the format it came in, upright; what moves goes on moving. */
  | { kind: 'same'; path: string }
  /** The middle of what catches the eye, as WebP; no larger than it was. */
  | { kind: 'square'; side: number; path: string }
  /** The whole picture as WebP, at most so wide and high; no larger than it was. */
  | { kind: 'within'; width: number; height: number; path: string };

/** A picture on disk, and where its renderings go. A smaller one is made of the one before it. */
export interface Work {
  source: string;
  renderings: Rendering[];
}

export const formats = ['png', 'jpeg', 'webp', 'gif', 'avif'] as const;
export type Format = (typeof formats)[number];

export interface Rendered {
  format: Format;
  /** Bytes of each rendering, in the order they were asked for. */
  sizes: number[];
}

/** Why nothing was made of it: unknown or damaged, too many pixels (for any, or for its format), too much work, a full disk, a server that stops. */
export type Fault =
  | 'unreadable'
  | 'too-many-pixels'
  | 'too-many-for-format'
  | 'too-slow'
  | 'no-room'
  | 'stopping';

/** What the process that renders answers; a mistake is ours. */
export type Outcome = { rendered: Rendered } | { fault: Fault } | { mistake: string };

const megapixels = 1_000_000;

/** As many as we decode; frames of what moves count together. AVIF takes twenty bytes of memory for each. */
export const maxPixels: Record<Format, number> = {
  png: 40 * megapixels,
  jpeg: 40 * megapixels,
  webp: 40 * megapixels,
  gif: 40 * megapixels,
  avif: 12 * megapixels,
};

/** Seconds one rendering may take. */
export const patience = 20;
