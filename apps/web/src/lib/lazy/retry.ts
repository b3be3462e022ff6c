import { openBackoff } from '../schedule/backoff.ts';
import type { Lazy } from './lazy.ts';

/** Retries a part until it has loaded, then calls back. Returns a function that stops it. */
export function retry<Part>(part: Lazy<Part>, onLoaded: () => void): () => void {
  const backoff = openBackoff();
  let isWanted = true;
  let wasReported = false;

  function attempt() {
    part.fetch().then(
      () => isWanted && onLoaded(),
      (error) => {
        if (!wasReported) console.error('A part of the page could not be loaded', error);
        wasReported = true;
        if (isWanted) backoff.wait(attempt);
      },
    );
  }

  attempt();
  return () => {
    isWanted = false;
    backoff.stop();
  };
}
