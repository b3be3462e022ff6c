import { type ComponentType, lazy, useState } from 'react';

/** A page whose code is a chunk of its own. */
export interface Page {
  Page: ComponentType;
  /** Fetches the code; a page prepared before it is shown appears in the very first render. */
  prepare(): Promise<unknown>;
}

export function page(load: () => Promise<ComponentType>): Page {
  let ready: ComponentType | undefined;
  const prepare = async () => {
    ready ??= await load();
    return ready;
  };
  const Later = lazy(async () => ({ default: await prepare() }));
  return {
    prepare,
    Page() {
      // Chosen once: switching from Later to ready on a re-render would mount the page anew.
      const [Shown] = useState(() => ready ?? Later);
      return <Shown />;
    },
  };
}
