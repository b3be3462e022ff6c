import { fetchMissingStyles } from './missing-styles.ts';

/** Code fetched when it is first needed. */
export interface Lazy<Part> {
  /** The part, when it is here already. */
  now(): Part | undefined;
  /** Fetches it once; after a failure the next call tries again. */
  fetch(): Promise<Part>;
}

export function lazy<Part>(load: () => Promise<Part>): Lazy<Part> {
  let part: Part | undefined;
  let coming: Promise<Part> | undefined;
  let hasFailed = false;
  return {
    now: () => part,
    fetch() {
      coming ??= (hasFailed ? fetchMissingStyles().then(load) : load()).then(
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
