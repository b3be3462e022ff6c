import type { Config } from '../connections.ts';
import type { Fields } from './initial-fields.ts';
import { type Place, placeId } from './place.ts';

/** Unsaved input for each place, until the page is closed. In memory only, since it contains keys. */
export interface Drafts {
  /** The place whose draft was changed last. */
  latest(): Place | null;
  of(place: Place): Fields | null;
  /** Stores the fields if they differ from the initial ones. */
  store(place: Place, fields: Fields, initial: Fields): void;
  drop(place: Place): void;
}

export function openDrafts(): Drafts {
  const drafts = new Map<string, { place: Place; fields: Fields }>();
  return {
    latest: () => [...drafts.values()].at(-1)?.place ?? null,
    of: (place) => drafts.get(placeId(place))?.fields ?? null,
    store(place, fields, initial) {
      drafts.delete(placeId(place));
      if (differ(fields, initial)) drafts.set(placeId(place), { place, fields });
    },
    drop: (place) => void drafts.delete(placeId(place)),
  };
}

export const differ = (a: Config, b: Config): boolean =>
  a.apiKey !== b.apiKey || a.endpoint !== b.endpoint || a.model !== b.model;
