import { useSyncExternalStore } from 'react';
import { dayOf } from '../text/time.ts';

/** Milliseconds. A timer until midnight would be late on a computer that sleeps. */
const period = 60_000;

const today = () => dayOf(Date.now());
const minute = () => Math.floor(Date.now() / period);

/** When today began; at midnight it changes. */
export const useToday = (): number => useSyncExternalStore(watchClock, today, today);

/** Renders again each minute, for what says how long ago something was. */
export const useEachMinute = (): number => useSyncExternalStore(watchClock, minute, minute);

/** While nobody sees the page, nothing is rendered for the clock. */
function watchClock(look: () => void): () => void {
  const lookIfSeen = () => document.visibilityState === 'visible' && look();
  const timer = setInterval(lookIfSeen, period);
  document.addEventListener('visibilitychange', lookIfSeen);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', lookIfSeen);
  };
}
