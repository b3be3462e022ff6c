import { useEffect, useState } from 'react';
import { useSearch } from 'wouter';
import { lazy } from '../lib/lazy/lazy.ts';
import { useLazy } from '../lib/lazy/use-lazy.ts';
import { endLog, startLog } from './event-log.ts';

const panel = lazy(() => import('./debug-panel.tsx').then((file) => file.DebugPanel));

const isAsked = (search: string) => new URLSearchParams(search).get('debug') === 'true';

// At once: what happens before the first render is worth knowing too.
if (typeof location !== 'undefined' && isAsked(location.search)) startLog();

/** The event log over any page with debug=true in its address; it stays open across pages until it is closed. */
export function Debug() {
  const search = useSearch();
  const [isOpen, setOpen] = useState(false);
  const Panel = useLazy(panel, isOpen);

  useEffect(() => {
    if (!isAsked(search)) return;
    startLog();
    setOpen(true);
  }, [search]);

  function close() {
    setOpen(false);
    endLog();
    const address = new URL(location.href);
    address.searchParams.delete('debug');
    history.replaceState(history.state, '', address);
  }

  return Panel && <Panel onClose={close} />;
}
