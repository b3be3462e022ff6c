import { useEffect, useState } from 'react';
import { useSearch } from 'wouter';
import { lazy } from '../lib/lazy/lazy.ts';
import { useLazy } from '../lib/lazy/use-lazy.ts';
import { endLog, startLog } from './event-log.ts';

const panel = lazy(() => import('./debug-panel.tsx').then((file) => file.DebugPanel));

const isRequested = (search: string) => new URLSearchParams(search).get('debug') === 'true';

// Right away, so that the log includes what happens before the first render.
if (typeof location !== 'undefined' && isRequested(location.search)) startLog();

/** The event log over any page with debug=true in its address; it stays open across pages until it is closed. */
export function Debug() {
  const search = useSearch();
  const [isOpen, setOpen] = useState(false);
  const Panel = useLazy(panel, isOpen);

  useEffect(() => {
    if (!isRequested(search)) return;
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
