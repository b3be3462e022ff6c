import { type ComponentType, use, useEffect, useState } from 'react';
import type { Lazy } from './lazy.ts';
import { retry } from './retry.ts';

export interface MissingProps {
  isRetrying: boolean;
  onRetry(): void;
}

/**
 * A component whose code is loaded when it is first shown. Until then it suspends; if loading fails, `Missing` says so,
 * and it is retried until it succeeds. React's own `lazy` would never retry.
 */
export function lazyComponent(
  code: Lazy<ComponentType>,
  Missing: ComponentType<MissingProps>,
): ComponentType {
  let loading: Promise<unknown> | undefined;
  const load = () => {
    loading ??= code.fetch().catch(() => {});
    return loading;
  };

  function Retrying({ onLoaded }: { onLoaded(): void }) {
    const [isRetrying, setRetrying] = useState(false);
    useEffect(() => retry(code, onLoaded), [onLoaded]);

    function retryNow() {
      setRetrying(true);
      code.fetch().then(onLoaded, () => setRetrying(false));
    }
    return <Missing isRetrying={isRetrying} onRetry={retryNow} />;
  }

  return function LazyComponent() {
    const [, setLoaded] = useState(false);
    const [onLoaded] = useState(() => () => setLoaded(true));
    // Coming back to this part of the page retries immediately.
    useEffect(
      () => () => {
        loading = undefined;
      },
      [],
    );
    if (!code.loaded()) use(load());
    const Part = code.loaded();
    return Part ? <Part /> : <Retrying onLoaded={onLoaded} />;
  };
}
