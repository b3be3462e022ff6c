import { useEffect, useState } from 'react';
import { insist } from './insist.ts';
import type { Later } from './later.ts';

/** The part as soon as it is wanted and here. While it cannot be had, the page goes on without it. */
export function useLater<Part>(part: Later<Part>, wanted: boolean): Part | undefined {
  const [, arrived] = useState(false);
  useEffect(() => {
    if (wanted && !part.now()) return insist(part, () => arrived(true));
  }, [part, wanted]);
  return wanted ? part.now() : undefined;
}
