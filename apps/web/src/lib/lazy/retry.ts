import { openPauses } from '../schedule/pauses.ts';
import type { Lazy } from './lazy.ts';

/** Retries a part until it has loaded, then calls back. Returns a function that stops it. */
export function retry<Part>(part: Lazy<Part>, arrived: () => void): () => void {
  const pauses = openPauses();
  let isWanted = true;
  let wasSaid = false;

  function ask() {
    part.fetch().then(
      () => isWanted && arrived(),
      (error) => {
        if (!wasSaid) console.error('A part of the page could not be loaded', error);
        wasSaid = true;
        if (isWanted) pauses.wait(ask);
      },
    );
  }

  ask();
  return () => {
    isWanted = false;
    pauses.stop();
  };
}
