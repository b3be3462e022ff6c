import { startTransition, useEffect, useState } from 'react';
import { whenIdle } from './idle.ts';

/** How many of a long list are shown: a screenful at once, the rest while the browser has nothing better to do. */
export function useGrown(total: number, first = 40, step = 80): number {
  const [count, setCount] = useState(first);
  useEffect(() => {
    if (count >= total) return;
    return whenIdle(() => startTransition(() => setCount(count + step)), 200);
  }, [count, total, step]);
  return Math.min(count, total);
}
