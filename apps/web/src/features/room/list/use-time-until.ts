import { useEffect, useState } from 'react';
import { serverNow } from '../../../api/index.ts';

/** For how long it goes on after that (milliseconds): what was awaited may be late. */
const after = 6_000;

/** The server's time (milliseconds since 1970), each second until this time is over; null: only the first. */
export function useTimeUntil(until: number | null): number {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    if (until === null) return;
    const timer = setInterval(tick, 1_000);
    function tick() {
      setNow(serverNow());
      if (serverNow() > (until ?? 0) + after) clearInterval(timer);
    }
    tick();
    return () => clearInterval(timer);
  }, [until]);
  return now;
}
