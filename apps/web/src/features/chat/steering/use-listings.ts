import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { listedBy, listingFailure, listModels, type SavedProvider } from '../../keys/index.ts';

/** How asking a connection for its models goes. */
export type ListingState =
  | { is: 'here' | 'listing' | 'on-request' }
  /** The key can be changed, anything else tried again. */
  | { is: 'failed'; why: string; isKey: boolean };

/** What tells a connection from the others. */
export const connectionId = ({ provider, origin }: SavedProvider): string => `${provider} ${origin}`;

/**
 * Asks the saved connections for their models as soon as they are shown: each with its own key at its own origin, and
 * by itself none whose key others could read on the way.
 */
export function useListings(connections: readonly SavedProvider[], isShown: boolean) {
  const [states, setStates] = useState<ReadonlyMap<string, ListingState>>(new Map());
  const showing = useRef<AbortSignal>(null);
  const set = (connection: SavedProvider, state: ListingState) =>
    setStates((all) => new Map(all).set(connectionId(connection), state));

  async function list(connection: SavedProvider) {
    const signal = showing.current;
    if (!signal) return;
    set(connection, { is: 'listing' });
    const listing = await listModels(connection, signal);
    if (signal.aborted) return;
    if (listing.ok) return set(connection, { is: 'here' });
    const { failure } = listing;
    const isKey = failure.kind === 'key' || failure.kind === 'permission';
    set(connection, { is: 'failed', why: listingFailure(connection, failure), isKey });
  }

  const begin = useEffectEvent(() => {
    for (const connection of connections) {
      const { due } = listedBy(connection);
      if (due === 'now') void list(connection);
      else set(connection, { is: due === 'done' ? 'here' : 'on-request' });
    }
  });
  useEffect(() => {
    if (!isShown) return;
    const controller = new AbortController();
    showing.current = controller.signal;
    begin();
    return () => controller.abort();
  }, [isShown]);

  return { stateOf: (connection: SavedProvider) => states.get(connectionId(connection)), list };
}
