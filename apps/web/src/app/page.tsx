import type { ComponentType } from 'react';
import { lazy } from '../lib/lazy/lazy.ts';
import { lazyComponent } from '../lib/lazy/lazy-component.tsx';
import { MissingPage } from './missing-page.tsx';

/** A page whose code is a chunk of its own. */
export interface PageRoute {
  Page: ComponentType;
  /** Whether its code is here. */
  isLoaded(): boolean;
  /** Fetches the code; a page prepared before it is shown appears in the very first render. */
  prepare(): Promise<ComponentType>;
}

export function page(load: () => Promise<ComponentType>): PageRoute {
  const code = lazy(load);
  return {
    isLoaded: () => code.loaded() !== undefined,
    prepare: code.fetch,
    Page: lazyComponent(code, MissingPage),
  };
}
