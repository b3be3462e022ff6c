import { useEffect, useState } from 'react';
import type { Lazy } from './lazy.ts';
import { retry } from './retry.ts';

/** The part, once it is wanted and loaded. Until then the page does without it. */
export function useLazy<Part>(part: Lazy<Part>, wanted: boolean): Part | undefined {
  const [, arrived] = useState(false);
  useEffect(() => {
    if (wanted && !part.loaded()) return retry(part, () => arrived(true));
  }, [part, wanted]);
  return wanted ? part.loaded() : undefined;
}
