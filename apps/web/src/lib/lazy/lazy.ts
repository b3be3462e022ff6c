import { fetchMissingStyles } from './missing-styles.ts';

/** Code loaded on first use. */
export interface Lazy<Part> {
  /** The part, if it has been loaded. */
  now(): Part | undefined;
  /** Loads it once; after a failure the next call tries again. */
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
