import { useEffect } from 'react';
import { useLocationProperty } from 'wouter/use-browser-location';
import { type Addressed, addressedBy } from './message-address.ts';

/**
 * Calls `go` with the message that the address names, as links from notifications and search results do. The address
 * then loses it: the same link works again, and a reload stays at the end.
 */
export function useAddressed(go: (target: Addressed) => void): void {
  const hash = useLocationProperty(() => location.hash);
  useEffect(() => {
    const addressed = addressedBy(hash);
    if (!addressed) return;
    go(addressed);
    history.replaceState(history.state, '', location.pathname + location.search);
  }, [hash, go]);
}
