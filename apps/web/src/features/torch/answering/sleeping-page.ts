/** How often a page looks whether it was stopped, and the time without a look after which it was (milliseconds). */
const lookEvery = 15_000;
/** Browsers let the timers of a page in the background run once a minute. */
const sleepTime = 100_000;

interface SleepNeeds {
  page: Pick<Document, 'visibilityState' | 'addEventListener' | 'removeEventListener'>;
  /** Milliseconds since 1970. */
  now(): number;
  every(ms: number, work: () => void): () => void;
  /** Called when the page is in view again after the browser had stopped it in the background. */
  onSlept(from: number, to: number): void;
}

/** Notices that the browser stopped this page while it was in the background. Returns a function that ends it. */
export function watchSleep({ page, now, every, onSlept }: SleepNeeds): () => void {
  let looked = now();
  let slept: { from: number; to: number } | null = null;

  function look() {
    if (now() - looked >= sleepTime) slept = { from: slept?.from ?? looked, to: now() };
    looked = now();
    if (!slept || page.visibilityState !== 'visible') return;
    onSlept(slept.from, slept.to);
    slept = null;
  }

  const stop = every(lookEvery, look);
  page.addEventListener('visibilitychange', look);
  return () => {
    stop();
    page.removeEventListener('visibilitychange', look);
  };
}
