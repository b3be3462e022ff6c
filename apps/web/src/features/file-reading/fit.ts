import type { Size } from './picture-size.ts';

interface Bounds {
  longest: number;
  shortest?: number;
}

/** The size at which a picture is sent: never larger than it is, and no larger than the model looks at. */
export function fitted({ width, height }: Size, { longest, shortest = longest }: Bounds): Size {
  const scale = Math.min(1, longest / Math.max(width, height), shortest / Math.min(width, height));
  return {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  };
}

/** A picture shrunk below this is no longer worth sending. */
const smallest = 64;

/** The ways to write a picture, best first: the first that is small enough is used. */
export function* attempts(size: Size, prefersPng: boolean): Generator<Attempt> {
  if (prefersPng) yield { ...size, type: 'image/png' };
  for (let scale = 1; scale === 1 || Math.max(size.width, size.height) * scale >= smallest; scale *= 0.75) {
    for (const quality of [0.9, 0.75]) {
      const width = Math.max(1, Math.round(size.width * scale));
      const height = Math.max(1, Math.round(size.height * scale));
      yield { width, height, type: 'image/jpeg', quality };
    }
  }
}

export interface Attempt extends Size {
  type: 'image/png' | 'image/jpeg';
  quality?: number;
}

/** A larger PNG is written as JPEG, a tenth of the size and the same to a model. */
export const mostPng = 2_000_000;
