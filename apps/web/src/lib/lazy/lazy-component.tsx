import { type ComponentType, use, useEffect, useState } from 'react';
import type { Lazy } from './lazy.ts';
import { retry } from './retry.ts';

export interface MissingProps {
  isAsking: boolean;
  onAgain(): void;
}

/**
 * A component whose code is loaded when it is first shown. Until then it suspends; if loading fails, `Missing` says so,
 * and it is retried until it succeeds. React's own `lazy` would never retry.
 */
export function lazyComponent(
  code: Lazy<ComponentType>,
  Missing: ComponentType<MissingProps>,
): ComponentType {
  let coming: Promise<unknown> | undefined;
  const come = () => {
    coming ??= code.fetch().catch(() => {});
    return coming;
  };

  function Retrying({ onCome }: { onCome(): void }) {
    const [isAsking, setAsking] = useState(false);
    useEffect(() => retry(code, onCome), [onCome]);

    function again() {
      setAsking(true);
      code.fetch().then(onCome, () => setAsking(false));
    }
    return <Missing isAsking={isAsking} onAgain={again} />;
  }

  return function LazyComponent() {
    const [, setCome] = useState(false);
    const [onCome] = useState(() => () => setCome(true));
    // Returning to this place retries at once.
    useEffect(
      () => () => {
        coming = undefined;
      },
      [],
    );
    if (!code.now()) use(come());
    const Part = code.now();
    return Part ? <Part /> : <Retrying onCome={onCome} />;
  };
}
