import { lazy } from '../../../lib/lazy/lazy.ts';

/** The search in this browser, which a chat does without. */
export const searching = lazy(() => import('./search-here.ts'));
