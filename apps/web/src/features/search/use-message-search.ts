import { filtersOf, readTyped } from '@polylogue/sync/search';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { call } from '../../api/index.ts';
import { useLive } from '../../lib/state/use-live.ts';
import { account, meOf, useAccount } from '../account/index.ts';
import { foldersOf, isGuest, knownRecords, sync, useFolders } from '../conversation/index.ts';
import { friends } from '../person/index.ts';
import { foldersNamed } from './folders-named.ts';
import { mayBeFriend, withMeant } from './meant.ts';
import { isOutOfReach, type OpenSearch, openSearch, type SearchScope } from './open-search.ts';
import { beforeSearch, conversationsFirst, type SearchState } from './search-state.ts';

const needs = {
  messages: (body, signal) => call('POST /api/v1/search/messages', { body }, { signal }),
  posts: (body, signal) => call('POST /api/v1/search/posts', { body }, { signal }),
  async here(asked, onHits, signal) {
    const { searching } = await sync.fetch();
    return (await searching.fetch()).searchHere(asked, onHits, signal);
  },
  isGuest,
  isOffline: (error) => !navigator.onLine || isOutOfReach(error),
  foldersNamed: (name) => foldersNamed(foldersOf(knownRecords.read() ?? []), name).map(({ id }) => id),
  me: () => meOf(account.read())?.user_id ?? null,
} satisfies Parameters<typeof openSearch>[0];

/** What a filter by folder stands for, as one text: it is searched again when that changes. Null: not known yet. */
function useWantedFolders(typed: string): string | null {
  const folders = useFolders();
  const areRead = useLive(knownRecords, (list) => list !== null);
  const { folder } = filtersOf(readTyped(typed).filters);
  if (folder === undefined) return '';
  const ids = foldersNamed(folders, folder).map(({ id }) => id);
  return areRead ? ids.join(' ') : null;
}

/** What is typed as it is searched for. Null: it may name a friend, and who they are is not known yet. */
function useMeant(typed: string): string | null {
  const enabled = !isGuest() && readTyped(typed).filters.some(mayBeFriend);
  const { data = [], isLoading } = useQuery({ ...friends, enabled });
  const known = data.map(({ user }) => user);
  const me = meOf(useAccount());
  return isLoading ? null : withMeant(typed, known, me);
}

/** Where to search, and how many finds are enough. */
interface SearchOptions {
  scope?: SearchScope;
  enough?: number;
}

/** Messages that contain what someone types, in everything that they may read, or in one space. */
export function useMessageSearch(
  typed: string,
  { scope = null, enough }: SearchOptions = {},
): SearchState & Pick<OpenSearch, 'more'> {
  const [search] = useState(() => openSearch(needs, enough));
  const where = JSON.stringify(scope);
  const folders = useWantedFolders(typed);
  const meant = useMeant(typed);
  useEffect(() => {
    if (folders !== null && meant !== null) search.search(meant, JSON.parse(where));
  }, [search, meant, where, folders]);
  useEffect(() => search.close, [search]);
  const last = useLive(search, (state) => state);
  const now = last.typed === meant ? last : beforeSearch(typed);
  const messages = folders === null ? { ...now.messages, isBusy: true } : now.messages;
  return { ...conversationsFirst({ ...now, messages }), more: search.more };
}
