import { lazy } from '../../../lib/lazy/lazy.ts';
import { useLazyWhenIdle } from '../../../lib/lazy/use-lazy-when-idle.ts';

const parts = lazy(() => import('./parts.ts'));

/** What an empty conversation shows besides its heading. One can type before it is there, and it moves nothing. */
export const useBeginningParts = () => useLazyWhenIdle(parts);
