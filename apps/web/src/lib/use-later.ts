import { useEffect, useState } from 'react';
import type { Later } from './later.ts';

/** The part as soon as it is wanted and here. While it cannot be had, the page goes on without it. */
export function useLater<Part>(part: Later<Part>, wanted: boolean): Part | undefined {
  const [, arrived] = useState(false);
  useEffect(() => {
    if (!wanted || part.now()) return;
    let isHere = true;
    part.fetch().then(
      () => isHere && arrived(true),
      (error) => console.error('A part of the page could not be loaded', error),
    );
    return () => {
      isHere = false;
    };
  }, [part, wanted]);
  return wanted ? part.now() : undefined;
}
