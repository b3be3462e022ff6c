import { useCallback, useEffect, useState } from 'react';
import { savableWork } from './savable.ts';

/** How long reading it may take (milliseconds). */
const patience = 3_000;

/** The titles of what only this browser has; undefined: being read, null: it cannot be read. */
export function useSavable(isWanted: boolean) {
  const [titles, setTitles] = useState<readonly string[] | null | undefined>();

  const read = useCallback(async () => {
    const late = new Promise<null>((resolve) => setTimeout(resolve, patience, null));
    const reading = savableWork().then((work) => work.titles());
    setTitles(await Promise.race([reading, late]).catch(() => null));
  }, []);

  useEffect(() => {
    if (isWanted) void read();
    else setTitles(undefined);
  }, [isWanted, read]);

  return { titles, read };
}
