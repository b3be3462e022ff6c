import { useCallback, useEffect, useState } from 'react';
import { type SavablePiece, savableWork } from './savable.ts';

/** How long reading it may take (milliseconds). */
const patience = 3_000;

/** What only this browser has; undefined: being read, null: it cannot be read. */
export function useSavable(isWanted: boolean) {
  const [pieces, setPieces] = useState<readonly SavablePiece[] | null | undefined>();

  const read = useCallback(async () => {
    const late = new Promise<null>((resolve) => setTimeout(resolve, patience, null));
    const reading = savableWork().then((work) => work.pieces());
    setPieces(await Promise.race([reading, late]).catch(() => null));
  }, []);

  useEffect(() => {
    if (isWanted) void read();
    else setPieces(undefined);
  }, [isWanted, read]);

  return { pieces, read };
}
