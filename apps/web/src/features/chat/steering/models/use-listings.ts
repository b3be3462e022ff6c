import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { listedBy, listingFailure, listModels, type SavedProvider } from '../../../keys/index.ts';

/** The state of a request for a connection's models. */
export type ListingState =
  | { type: 'here' | 'listing' | 'on-request' }
  /** A bad key can be changed; anything else can be tried again. */
  | { type: 'failed'; why: string; isKey: boolean };

/** A unique id for a connection. */
export const connectionId = ({ provider, origin }: SavedProvider): string => `${provider} ${origin}`;

/**
 * Lists the models of the saved connections as soon as they are shown, each with its own key at its own origin. A
 * connection whose key would travel unencrypted is listed only on request.
 */
export function useListings(connections: readonly SavedProvider[], isShown: boolean) {
  const [states, setStates] = useState<ReadonlyMap<string, ListingState>>(new Map());
  const showing = useRef<AbortSignal>(null);
  const set = (connection: SavedProvider, state: ListingState) =>
    setStates((all) => new Map(all).set(connectionId(connection), state));

  async function list(connection: SavedProvider) {
    const signal = showing.current;
    if (!signal) return;
    set(connection, { type: 'listing' });
    const listing = await listModels(connection, signal);
    if (signal.aborted) return;
    if (listing.ok) return set(connection, { type: 'here' });
    const { failure } = listing;
    const isKey = failure.kind === 'key' || failure.kind === 'permission';
    set(connection, { type: 'failed', why: listingFailure(connection, failure), isKey });
  }

  const begin = useEffectEvent(() => {
    for (const connection of connections) {
      const { due } = listedBy(connection);
      if (due === 'now') void list(connection);
      else set(connection, { type: due === 'done' ? 'here' : 'on-request' });
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
