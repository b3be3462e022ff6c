import type { Later } from './later.ts';

/** Before a part is asked for again, in ms: twice as long every time, up to a minute. */
const firstPause = 5_000;
const longestPause = 60_000;

/** Fetches a part until it is here, and tells that it is. Returns what calls it off. */
export function insist<Part>(part: Later<Part>, arrived: () => void): () => void {
  let isWanted = true;
  let pause = firstPause;
  let stopWaiting = () => {};

  function ask() {
    stopWaiting();
    part.fetch().then(
      () => isWanted && arrived(),
      (error) => {
        if (pause === firstPause) console.error('A part of the page could not be loaded', error);
        if (isWanted) wait();
      },
    );
  }

  function wait() {
    const timer = setTimeout(ask, pause);
    pause = Math.min(2 * pause, longestPause);
    addEventListener('online', ask);
    stopWaiting = () => {
      clearTimeout(timer);
      removeEventListener('online', ask);
    };
  }

  ask();
  return () => {
    isWanted = false;
    stopWaiting();
  };
}
