import { useEffect, useState } from 'react';
import { lazy } from '../../lib/lazy/lazy.ts';
import { useLazy } from '../../lib/lazy/use-lazy.ts';
import { whenIdle } from '../../lib/schedule/idle.ts';
import { toasts } from './toast.ts';

const host = lazy(() => import('./toast-host.tsx').then((file) => file.ToastHost));

/** Where toasts appear. Its code is loaded when the page is idle, or with the first toast. */
export function Toasts() {
  const [isWanted, setWanted] = useState(() => toasts.read() !== null);
  const Host = useLazy(host, isWanted);
  useEffect(() => {
    if (isWanted) return;
    const want = () => setWanted(true);
    const stopListening = toasts.listen(want);
    const stopWaiting = whenIdle(want);
    return () => {
      stopListening();
      stopWaiting();
    };
  }, [isWanted]);
  return Host && <Host />;
}
