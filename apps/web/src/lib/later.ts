import { restyled } from './restyled.ts';

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
  let hasFailed = false;
  return {
    now: () => part,
    fetch() {
      coming ??= (hasFailed ? restyled().then(load) : load()).then(
        (loaded) => {
          part = loaded;
          return loaded;
        },
        (error) => {
          coming = undefined;
          hasFailed = true;
          throw error;
        },
      );
      return coming;
    },
  };
}
