const lockOf = (space_id: string) => `polylogue.in-view.${space_id}`;

/** Lets the other tabs know while the room is visible in this one. Returns a function that ends it. */
export function holdInView(space_id: string): () => void {
  let release = () => {};
  function changed() {
    release();
    if (document.visibilityState !== 'visible') return;
    const { promise, resolve } = Promise.withResolvers<void>();
    release = resolve;
    // Browsers offer no locks over plain http to another machine.
    void navigator.locks?.request(lockOf(space_id), { mode: 'shared' }, () => promise);
  }
  changed();
  document.addEventListener('visibilitychange', changed);
  return () => {
    document.removeEventListener('visibilitychange', changed);
    release();
  };
}

/** Whether the room is visible in this tab or another one of this browser. */
export async function isInView(space_id: string): Promise<boolean> {
  if (document.visibilityState === 'visible') return true;
  const { held = [] } = (await navigator.locks?.query()) ?? {};
  return held.some(({ name }) => name === lockOf(space_id));
}
