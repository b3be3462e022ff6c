import { useEffect, useState } from 'react';
import { browserClock } from '../schedule/clock.ts';

/** Milliseconds for which a copy is confirmed. */
const confirmation = 2_000;

/** Whether `copy` has just succeeded, and what calls it. */
export function useCopied(copy: () => Promise<boolean>): [isCopied: boolean, copyNow: () => Promise<void>] {
  const [copies, setCopies] = useState(0);
  useEffect(() => (copies > 0 ? browserClock.after(confirmation, () => setCopies(0)) : undefined), [copies]);
  return [
    copies > 0,
    async () => {
      if (await copy()) setCopies((before) => before + 1);
    },
  ];
}
