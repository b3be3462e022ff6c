import { useEffect, useState } from 'react';
import { dayOf } from '../text/time.ts';

/** Milliseconds. A timer until midnight would be late on a computer that sleeps. */
const period = 60_000;

/** When today began; at midnight it changes. */
export function useToday(): number {
  const [today, setToday] = useState(() => dayOf(Date.now()));
  useEffect(() => {
    const timer = setInterval(() => setToday(dayOf(Date.now())), period);
    return () => clearInterval(timer);
  }, []);
  return today;
}
