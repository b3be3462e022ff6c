import type { ListedModel, Listing, ProviderSetting } from '@polylogue/providers';
import { useEffect, useRef, useState } from 'react';
import { models } from '../room.ts';

/** A test of a key: which setting was tried, and what came of it once it is over. */
export interface KeyTest {
  tried: ProviderSetting;
  listing: Listing | null;
}

// What an endpoint listed stays good to choose from while the page lives.
const lists = new Map<string, ListedModel[]>();
const placeOf = ({ type, config }: ProviderSetting) => `${type} ${config.endpoint.trim()}`;

/** The models this endpoint listed, if it was ever asked. */
export const listedAt = (setting: ProviderSetting): ListedModel[] | null =>
  lists.get(placeOf(setting)) ?? null;

/** Tests a key by listing its models. The result belongs to what was tried, not to what is typed since. */
export function useKeyTest() {
  const [test, setTest] = useState<KeyTest | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  function stop() {
    running.current?.abort();
    setTest(null);
  }

  async function start(tried: ProviderSetting) {
    running.current?.abort();
    const own = new AbortController();
    running.current = own;
    setTest({ tried, listing: null });
    const listing = await models(tried, own.signal);
    if (own.signal.aborted) return;
    if (listing.ok && listing.models.length > 0) lists.set(placeOf(tried), listing.models);
    setTest({ tried, listing });
  }

  return { test, start, stop };
}
