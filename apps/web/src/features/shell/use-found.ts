import type { Person } from '@polylogue/contract';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { useDebounced } from '../../lib/schedule/use-debounced.ts';
import { isGuest, useConversations } from '../conversation/index.ts';
import { nameOf, personAddress, searchText, userSearch } from '../person/index.ts';
import {
  type Hit,
  type SavedSearch,
  searchAddress,
  searchNote,
  useMessageSearch,
  useSavedSearches,
} from '../search/index.ts';
import { ownSpaces } from '../space/index.ts';
import type { Entry } from './entry.ts';
import { messagesFound, mostOfKind, optionsFor } from './palette-options.ts';
import { guestPlaces, places } from './places.ts';
import { spaceEntries } from './space-entries.ts';

/** How long to wait after the last key press before searching for people, in ms. */
const settled = 250;

/** What a text may refer to, as it is found. */
export function useFound(text: string) {
  const typed = useDeferredValue(text);
  const wanted = isGuest() ? null : searchText(text);
  const sought = searchText(useDebounced(text, settled));
  const isSettled = wanted === sought;
  const found = useQuery({ ...userSearch(sought ?? ''), enabled: sought !== null && !isGuest() });
  const { data: own = [] } = useQuery({ ...ownSpaces, enabled: !isGuest() });
  const search = useMessageSearch(typed, { enough: mostOfKind });
  const { hits, areHere, hasMore } = messagesFound(search);
  const groups = optionsFor(typed, {
    conversations: useConversations() ?? [],
    searches: useSavedSearches().map(searchEntry),
    spaces: spaceEntries(own),
    // Not those of an earlier text, and below the messages, which may be being read.
    people: isSettled && areHere ? (found.data?.users ?? []).map(entryOf) : [],
    pages: isGuest() ? guestPlaces : places,
    messages: hits.map(messageEntry),
    hasMoreMessages: hasMore,
  });
  const error = search.messages.error ?? search.posts.error ?? (search.isHereOnly ? null : found.error);
  return {
    groups,
    /** They are those of this very text. */
    isCurrent: typed === text,
    isLooking:
      found.isFetching || (wanted !== null && !isSettled) || search.messages.isBusy || search.posts.isBusy,
    hasFailed: error !== null,
    note: searchNote(search, error, isGuest()),
  };
}

/** The option is one line: it begins shortly before the first find. */
const before = 24;

function messageEntry({ href, title, excerpt: { text, marks } }: Hit): Entry {
  const find = marks[0]?.[0] ?? 0;
  const from = Math.max(0, find - before);
  const space = text.indexOf(' ', from);
  // Not every language has spaces.
  const start = from === 0 ? 0 : space >= 0 && space < find ? space + 1 : from;
  return { href, title: start > 0 ? `…${text.slice(start)}` : text, about: title };
}

const searchEntry = ({ name, typed }: SavedSearch): Entry => ({
  href: searchAddress(typed),
  title: name,
  ...(name !== typed && { about: typed }),
});

const entryOf = (person: Person): Entry => ({
  href: personAddress(person.user_id),
  title: nameOf(person),
  about: `@${person.username}`,
});
