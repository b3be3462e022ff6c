import { type ComponentType, lazy, useState } from 'react';
import { later } from '../lib/later.ts';

/** A page whose code is a chunk of its own. */
export interface Page {
  Page: ComponentType;
  /** Whether its code is here. */
  isHere(): boolean;
  /** Fetches the code; a page prepared before it is shown appears in the very first render. */
  prepare(): Promise<ComponentType>;
}

export function page(load: () => Promise<ComponentType>): Page {
  const code = later(load);
  const Later = lazy(async () => ({ default: await code.fetch() }));
  return {
    isHere: () => code.now() !== undefined,
    prepare: code.fetch,
    Page() {
      // Chosen once: going from Later to the page itself on a re-render would mount it anew.
      const [Shown] = useState(() => code.now() ?? Later);
      return <Shown />;
    },
  };
}
