import { type ComponentType, use, useEffect, useState } from 'react';
import { insist } from './insist.ts';
import type { Later } from './later.ts';

export interface MissingProps {
  isAsking: boolean;
  onAgain(): void;
}

/**
 * A component whose code is fetched when it is first shown. Until then it suspends; where it cannot be had, `Missing`
 * says so, and it is asked for until it comes. React's own `lazy` would never ask again.
 */
export function lately(code: Later<ComponentType>, Missing: ComponentType<MissingProps>): ComponentType {
  let coming: Promise<unknown> | undefined;
  const come = () => {
    coming ??= code.fetch().catch(() => {});
    return coming;
  };

  function Insisting({ onCome }: { onCome(): void }) {
    const [isAsking, setAsking] = useState(false);
    useEffect(() => insist(code, onCome), [onCome]);

    function again() {
      setAsking(true);
      code.fetch().then(onCome, () => setAsking(false));
    }
    return <Missing isAsking={isAsking} onAgain={again} />;
  }

  return function Lately() {
    const [, setCome] = useState(false);
    const [onCome] = useState(() => () => setCome(true));
    // Whoever comes here again asks again.
    useEffect(
      () => () => {
        coming = undefined;
      },
      [],
    );
    if (!code.now()) use(come());
    const Part = code.now();
    return Part ? <Part /> : <Insisting onCome={onCome} />;
  };
}
