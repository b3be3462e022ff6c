import { useEffect, useState } from 'react';
import { whenIdle } from '../../lib/idle.ts';
import { later } from '../../lib/later.ts';
import { useLater } from '../../lib/use-later.ts';
import { toasts } from './toast.ts';

const host = later(() => import('./toast-host.tsx').then((file) => file.ToastHost));

/** Where toasts appear. Its code comes when the page is idle, or with the first toast. */
export function Toasts() {
  const [isWanted, setWanted] = useState(() => toasts.read() !== null);
  const Host = useLater(host, isWanted);
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
