import type { FoundMessage, FoundPost, SpacePerson } from '@polylogue/contract';
import { FetchError } from '@polylogue/contract/client';
import { filtersOf, readTyped } from '@polylogue/sync/search';
import { type Live, live } from '../../lib/state/live.ts';
import { type Hit, messageHit, moreInSpace, type NamedSpace, postHit } from './hit.ts';
import { afterSearch, noSearch, type PartName, type SearchEvent, type SearchState } from './search-state.ts';
import { unsentFinds } from './unsent-finds.ts';

/** Where to search: everywhere, or in one space. */
export type SearchScope = { space_id: string } | null;

interface Page {
  next: string | null;
  is_indexing: boolean;
}
interface Asked {
  text: string;
  filters: object;
  cursor?: string;
}

/** `enough`: how many finds end the search · `isUnsent`: only among what the account does not have yet. */
interface AskedHere extends Asked {
  enough?: number;
  isUnsent?: true;
}

export interface SearchNeeds {
  messages(asked: Asked, signal: AbortSignal): Promise<Page & { found: FoundMessage[] }>;
  posts(
    asked: Asked & { space_id?: string },
    signal: AbortSignal,
  ): Promise<Page & { found: FoundPost[]; people: SpacePerson[]; more_in?: NamedSpace[] | undefined }>;
  /** Searches what is in this browser. */
  here(
    asked: AskedHere,
    onSearched: (hits: readonly FoundMessage[], share: number) => void,
    signal: AbortSignal,
  ): Promise<void>;
  isGuest(): boolean;
  /** Whether it failed because the server is out of reach. */
  isOffline(error: unknown): boolean;
  me(): string | null;
  /** Ids of the folders with this name; without one, of those whose names begin so. */
  foldersNamed(name: string): string[];
}

export interface OpenSearch extends Pick<Live<SearchState>, 'read' | 'listen' | 'start'> {
  search(typed: string, scope: SearchScope): void;
  /** The next page of a part, or what failed again. */
  more(part: PartName): void;
  close(): void;
}

/** Longest text that is sent; the rest of it could only narrow down what is found. */
const longestText = 1_000;

/** How many folders a beginning may stand for. */
const mostFolders = 100;

/** Whether this is no answer of our server, but nothing, or that of a proxy before it. */
export const isOutOfReach = (error: unknown): boolean =>
  !(error instanceof FetchError && error.refused?.error);

/**
 * Looks for messages as someone types: each search ends the one before. `enough`: how many finds in this browser, or in
 * spaces, are enough.
 */
export function openSearch(needs: SearchNeeds, enough?: number): OpenSearch {
  const state = live<SearchState, SearchEvent>(noSearch, afterSearch);
  const { dispatch } = state;
  let control = new AbortController();
  let scope: SearchScope = null;
  const unsent = unsentFinds();

  const asked = () => askedFor(state.read().typed, needs);
  const askedHere = (): AskedHere => ({ ...asked(), ...(enough !== undefined && { enough }) });

  async function searchHere(signal: AbortSignal) {
    const found = (hits: readonly Hit[], isBusy: boolean, share?: number) =>
      dispatch({
        type: 'page-found',
        part: 'messages',
        hits,
        next: null,
        isBusy,
        ...(share !== undefined && { share }),
      });
    const own = asked();
    let searched: number | undefined;
    const onSearched = (hits: readonly FoundMessage[], share: number) => {
      searched = share;
      found(
        hits.map((one) => messageHit(one, own.text)),
        true,
        share,
      );
    };
    await needs.here(askedHere(), onSearched, signal);
    if (!signal.aborted) found([], false, searched);
  }

  /** A page of the account, and what it does not have yet among it. */
  async function messages(cursor: string | null, signal: AbortSignal) {
    const own = { ...asked(), ...(cursor !== null && { cursor }) };
    const asking = needs.messages(own, signal);
    const here: Parameters<typeof unsent.find>[0] = (onSearched) =>
      needs.here({ ...askedHere(), isUnsent: true }, onSearched, signal);
    const [page] = await Promise.all([asking, cursor === null && unsent.find(here, signal)]);
    if (signal.aborted) return;
    const { next, is_indexing: isIndexing } = page;
    const { all, share } = unsent.among(page);
    dispatch({
      type: 'page-found',
      part: 'messages',
      hits: all.map((one) => messageHit(one, own.text)),
      next,
      isBusy: false,
      share,
      isIndexing,
    });
  }

  /** Of one space a page; of all, one space after the other until that is enough. */
  async function posts(from: string | null, signal: AbortSignal) {
    const own = asked();
    let cursor = from;
    let isBusy = false;
    do {
      const page = await needs.posts({ ...own, ...scope, ...(cursor !== null && { cursor }) }, signal);
      if (signal.aborted) return;
      cursor = page.next;
      const hits = page.found.map((one) => postHit(one, page.people, needs.me(), own.text));
      const { messages, posts } = state.read();
      const count = messages.hits.length + posts.hits.length + hits.length;
      isBusy = scope === null && cursor !== null && (enough === undefined || count < enough);
      dispatch({
        type: 'page-found',
        part: 'posts',
        hits,
        next: cursor,
        moreIn: (page.more_in ?? []).map((one) => moreInSpace(one, state.read().typed)),
        isBusy,
        isIndexing: page.is_indexing,
      });
    } while (isBusy);
  }

  /** A page of a part: of conversations, those in this browser once our server is out of reach. */
  async function ask(part: PartName, from: string | null, signal: AbortSignal): Promise<void> {
    const isHere = part === 'messages' && state.read().isHereOnly;
    try {
      if (isHere) await searchHere(signal);
      else await (part === 'messages' ? messages(from, signal) : posts(from, signal));
    } catch (error) {
      if (signal.aborted) return;
      // What came from our server goes on there.
      if (part === 'messages' && !isHere && from === null && needs.isOffline(error)) {
        dispatch({ type: 'went-offline' });
        return ask(part, null, signal);
      }
      // By then it is said that spaces are not searched, and nothing waits for them.
      if (part === 'posts' && state.read().isHereOnly && !state.read().posts.isBusy) return;
      dispatch({ type: 'part-failed', part, error: error as Error });
    }
  }

  return {
    ...state,
    search(typed, where) {
      control.abort();
      control = new AbortController();
      const { signal } = control;
      scope = where;
      const isHereOnly = needs.isGuest();
      const parts = partsFor(typed, scope, isHereOnly);
      dispatch({ type: 'search-began', typed, parts, isHereOnly });
      for (const part of parts) void ask(part, null, signal);
    },
    more(part) {
      const { next } = state.read()[part];
      const { signal } = control;
      dispatch({ type: 'page-asked', part });
      void ask(part, next, signal);
    },
    close: () => control.abort(),
  };
}

function askedFor(typed: string, { foldersNamed }: Pick<SearchNeeds, 'foldersNamed'>): Asked {
  const { text, filters } = readTyped(typed);
  const { folder, ...known } = filtersOf(filters);
  const folders = folder !== undefined && { folders: foldersNamed(folder).slice(0, mostFolders) };
  return { text: text.trimEnd().slice(0, longestText), filters: { ...known, ...folders } };
}

/** Where there may be something. */
function partsFor(typed: string, scope: SearchScope, isHereOnly: boolean): PartName[] {
  const { text, filters } = readTyped(typed);
  if (text.trim() === '' && filters.length === 0) return [];
  // Spaces are in no folder.
  const isInFolder = filtersOf(filters).folder !== undefined;
  return [
    ...(scope ? [] : (['messages'] as const)),
    ...(isHereOnly || isInFolder ? [] : (['posts'] as const)),
  ];
}
