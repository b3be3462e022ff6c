import { useEffect, useState } from 'react';
import { whenIdle } from '../schedule/idle.ts';
import type { Lazy } from './lazy.ts';
import { useLazy } from './use-lazy.ts';

/** The part, once it is wanted, the browser has been idle since, and it has loaded; right away if it was loaded before. */
export function useLazyWhenIdle<Part>(part: Lazy<Part>, wanted = true): Part | undefined {
  const [isIdle, setIdle] = useState(() => part.loaded() !== undefined);
  useEffect(() => (wanted ? whenIdle(() => setIdle(true)) : undefined), [wanted]);
  return useLazy(part, wanted && isIdle);
}
