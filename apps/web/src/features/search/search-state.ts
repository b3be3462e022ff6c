import type { Hit, MoreIn } from './hit.ts';

/** What is found in the conversations, or in the spaces. */
export interface FoundPart {
  hits: readonly Hit[];
  /** Where the next page begins; null: there is none. */
  next: string | null;
  /** The spaces that have more than is listed. */
  moreIn: readonly MoreIn[];
  isBusy: boolean;
  /** How much of all has been searched, from 0 to 1; it ends below 1 where too much is found. Null: that is not known. */
  share: number | null;
  error: Error | null;
}

export type PartName = 'messages' | 'posts';

export interface SearchState extends Record<PartName, FoundPart> {
  /** What is looked for; '' nothing. */
  typed: string;
  /** Older messages are still being read into the index. */
  isIndexing: boolean;
  /** The conversations are those in this browser, and spaces are not searched. */
  isHereOnly: boolean;
}

export type SearchEvent =
  | { type: 'search-began'; typed: string; parts: readonly PartName[]; isHereOnly: boolean }
  | { type: 'page-asked'; part: PartName }
  | {
      type: 'page-found';
      part: PartName;
      hits: readonly Hit[];
      next: string | null;
      moreIn?: readonly MoreIn[];
      /** More comes without being asked for. */
      isBusy: boolean;
      share?: number;
      isIndexing?: boolean;
    }
  | { type: 'went-offline' }
  | { type: 'part-failed'; part: PartName; error: Error };

const nothing: FoundPart = { hits: [], next: null, moreIn: [], isBusy: false, share: null, error: null };

export const noSearch: SearchState = {
  typed: '',
  messages: nothing,
  posts: nothing,
  isIndexing: false,
  isHereOnly: false,
};

/** What is shown until the search for a text has begun: never what was found for another one. */
export const beforeSearch = (typed: string): SearchState => ({
  ...noSearch,
  typed,
  messages: { ...nothing, isBusy: typed.trim() !== '' },
});

/** Conversations come first: what is found in spaces waits for them, so that nothing that is being read moves. */
export function conversationsFirst(state: SearchState): SearchState {
  const { isBusy, hits } = state.messages;
  return isBusy && hits.length === 0 && state.posts.hits.length > 0
    ? { ...state, posts: { ...nothing, isBusy: true } }
    : state;
}

/** The first finds of a search replace those of the one before; later ones come below what is already read. */
export function afterSearch(state: SearchState, event: SearchEvent): SearchState {
  switch (event.type) {
    case 'search-began': {
      const part = (name: PartName) => (event.parts.includes(name) ? { ...nothing, isBusy: true } : nothing);
      const { typed, isHereOnly } = event;
      return { ...noSearch, typed, isHereOnly, messages: part('messages'), posts: part('posts') };
    }
    case 'page-asked':
      return { ...state, [event.part]: { ...state[event.part], isBusy: true, error: null } };
    case 'page-found': {
      const { part, hits, next, moreIn = [], isBusy, share = null, isIndexing = state.isIndexing } = event;
      const { hits: before, moreIn: already } = state[part];
      const known = new Set(before.map(({ href }) => href));
      const all = [...before, ...hits.filter(({ href }) => !known.has(href))];
      const found = { hits: all, next, moreIn: [...already, ...moreIn], isBusy, share, error: null };
      return { ...state, isIndexing, [part]: found };
    }
    case 'went-offline':
      return { ...state, isHereOnly: true, posts: { ...state.posts, isBusy: false, error: null } };
    case 'part-failed':
      return { ...state, [event.part]: { ...state[event.part], isBusy: false, error: event.error } };
  }
}
