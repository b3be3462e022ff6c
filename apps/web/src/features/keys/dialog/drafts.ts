import type { Fields } from './beginning.ts';
import { idOf, type Place } from './place.ts';

/** What was typed and not saved, for each place, until the page is left. In memory only, since it contains keys. */
export interface Drafts {
  /** The place whose draft was changed last. */
  latest(): Place | null;
  of(place: Place): Fields | null;
  /** Keeps the fields if they differ from what the form began with. */
  keep(place: Place, fields: Fields, began: Fields): void;
  drop(place: Place): void;
}

export function openDrafts(): Drafts {
  const drafts = new Map<string, { place: Place; fields: Fields }>();
  return {
    latest: () => [...drafts.values()].at(-1)?.place ?? null,
    of: (place) => drafts.get(idOf(place))?.fields ?? null,
    keep(place, fields, began) {
      drafts.delete(idOf(place));
      if (differ(fields, began)) drafts.set(idOf(place), { place, fields });
    },
    drop: (place) => void drafts.delete(idOf(place)),
  };
}

export const differ = (a: Fields, b: Fields): boolean =>
  a.apiKey !== b.apiKey || a.endpoint !== b.endpoint || a.model !== b.model;
