import { useEffect, useState } from 'react';
import type { Lazy } from './lazy.ts';
import { retry } from './retry.ts';

/** The part as soon as it is wanted and here. While it cannot be had, the page goes on without it. */
export function useLazy<Part>(part: Lazy<Part>, wanted: boolean): Part | undefined {
  const [, arrived] = useState(false);
  useEffect(() => {
    if (wanted && !part.now()) return retry(part, () => arrived(true));
  }, [part, wanted]);
  return wanted ? part.now() : undefined;
}
