import { useEffect, useState } from 'react';

/** Code fetched when it is first needed. */
export interface Later<Part> {
  /** The part, when it is here already. */
  now(): Part | undefined;
  /** Fetches it once; after a failure the next call tries again. */
  fetch(): Promise<Part>;
}

export function later<Part>(load: () => Promise<Part>): Later<Part> {
  let part: Part | undefined;
  let coming: Promise<Part> | undefined;
  return {
    now: () => part,
    fetch() {
      coming ??= load().then(
        (loaded) => {
          part = loaded;
          return loaded;
        },
        (error) => {
          coming = undefined;
          throw error;
        },
      );
      return coming;
    },
  };
}

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
