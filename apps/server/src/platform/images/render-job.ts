/** What to make of a picture. None of its metadata about camera, place or author stays. */
export type Rendering =
  /** The whole picture in its original format, upright; animations keep moving. */
  | { kind: 'same'; path: string }
  /** The most interesting part of it, as WebP; never enlarged. */
  | { kind: 'square'; side: number; path: string }
  /** The whole picture as WebP, within this width and height; never enlarged. */
  | { kind: 'within'; width: number; height: number; path: string };

/** A picture on the disk, and where its renderings go. A smaller one is made from the one before it. */
export interface RenderJob {
  source: string;
  renderings: Rendering[];
}

export const formats = ['png', 'jpeg', 'webp', 'gif', 'avif'] as const;
export type Format = (typeof formats)[number];

export interface Rendered {
  format: Format;
  /** The size of each rendering, in the order requested (bytes). */
  sizes: number[];
}

/** Why rendering failed; too many pixels are too many in general, or for the format. */
export type RenderFaultCode =
  | 'unreadable'
  | 'too-many-pixels'
  | 'too-many-for-format'
  | 'too-slow'
  | 'no-room'
  | 'stopping';

/** The answer of the rendering process; `mistake` means the fault is ours. */
export type RenderOutcome = { rendered: Rendered } | { fault: RenderFaultCode } | { mistake: string };

const megapixels = 1_000_000;

/** The limits for decoding; all frames of an animation count together. AVIF takes twenty bytes of memory per pixel. */
export const maxPixels: Record<Format, number> = {
  png: 40 * megapixels,
  jpeg: 40 * megapixels,
  webp: 40 * megapixels,
  gif: 40 * megapixels,
  avif: 12 * megapixels,
};

/** The time limit for one rendering (seconds). */
export const renderTimeout = 20;
