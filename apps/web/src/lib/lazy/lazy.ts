import { fetchMissingStyles } from './missing-styles.ts';

/** Code loaded on first use. */
export interface Lazy<Part> {
  /** The part, if it has been loaded. */
  loaded(): Part | undefined;
  /** Loads it once; after a failure the next call tries again. */
  fetch(): Promise<Part>;
}

export function lazy<Part>(load: () => Promise<Part>): Lazy<Part> {
  let part: Part | undefined;
  let loading: Promise<Part> | undefined;
  let hasFailed = false;
  return {
    loaded: () => part,
    fetch() {
      loading ??= (hasFailed ? fetchMissingStyles().then(load) : load()).then(
        (loaded) => {
          part = loaded;
          return loaded;
        },
        (error) => {
          loading = undefined;
          hasFailed = true;
          throw error;
        },
      );
      return loading;
    },
  };
}
