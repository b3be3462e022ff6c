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

/** A picture that is shrunk so far is no longer worth sending. */
const smallest = 64;

/** How a picture may be written, the best first: until one of them is small enough. */
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

/** A PNG beyond this is written as JPEG, which costs a tenth and shows a model the same. */
export const mostPng = 2_000_000;
