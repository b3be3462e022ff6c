import type { ProviderName } from '@polylogue/providers';
import type { Fields } from './beginning.ts';

/** What was typed and not saved, per provider, until the page is left. In memory only: there are keys in it. */
export interface Drafts {
  /** The provider whose draft was touched last. */
  latest(): ProviderName | null;
  of(provider: ProviderName): Fields | null;
  /** Keeps the fields if they differ from what the form began with. */
  keep(provider: ProviderName, fields: Fields, began: Fields): void;
  drop(provider: ProviderName): void;
}

export function openDrafts(): Drafts {
  const drafts = new Map<ProviderName, Fields>();
  return {
    latest: () => [...drafts.keys()].at(-1) ?? null,
    of: (provider) => drafts.get(provider) ?? null,
    keep(provider, fields, began) {
      drafts.delete(provider);
      if (differ(fields, began)) drafts.set(provider, fields);
    },
    drop: (provider) => void drafts.delete(provider),
  };
}

export const differ = (a: Fields, b: Fields): boolean =>
  a.apiKey !== b.apiKey || a.endpoint !== b.endpoint || a.model !== b.model;
