import { useEffect, useState } from 'react';
import { lazy } from '../../../lib/lazy/lazy.ts';
import { useLazy } from '../../../lib/lazy/use-lazy.ts';
import { whenIdle } from '../../../lib/schedule/idle.ts';

const parts = lazy(() => import('./parts.ts'));

/** What an empty conversation shows besides its heading. One can type before it is there, and it moves nothing. */
export function useBeginningParts() {
  const [isIdle, setIdle] = useState(() => parts.loaded() !== undefined);
  useEffect(() => whenIdle(() => setIdle(true)), []);
  return useLazy(parts, isIdle);
}
