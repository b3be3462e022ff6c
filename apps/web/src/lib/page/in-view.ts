import { inTurn, queryLocks } from './locks.ts';

/** A space by its id; `app`: any page. */
const lockOf = (what: string) => `polylogue.in-view.${what}`;

/** Lets the other tabs know while it is visible in this one. Returns a function that ends it. */
export function holdInView(what: string): () => void {
  let release = () => {};
  function changed() {
    release();
    if (document.visibilityState !== 'visible') return;
    const { promise, resolve } = Promise.withResolvers<void>();
    release = resolve;
    void inTurn(lockOf(what), () => promise, { mode: 'shared' });
  }
  changed();
  document.addEventListener('visibilitychange', changed);
  return () => {
    document.removeEventListener('visibilitychange', changed);
    release();
  };
}

/** Whether it is visible in this tab or another one of this browser. */
export async function isInView(what: string): Promise<boolean> {
  if (document.visibilityState === 'visible') return true;
  const { held = [] } = await queryLocks();
  return held.some(({ name }) => name === lockOf(what));
}
