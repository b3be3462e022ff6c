import { readTyped } from '@polylogue/sync/search';
import { useQuery } from '@tanstack/react-query';
import { useId, useMemo } from 'react';
import { Link, useLocation, useSearchParams } from 'wouter';
import { manyOf } from '../../lib/text/counts.ts';
import { SearchDrawing } from '../../ui/empty-state/index.ts';
import { ButtonLink, EmptyState, Snake } from '../../ui/index.ts';
import { isGuest, useConversations } from '../conversation/index.ts';
import { Failed, PeopleFound, partly, searchText, userSearch } from '../person/index.ts';
import {
  FilterChips,
  FoundMessages,
  SavedSearches,
  SaveSearch,
  type SearchScope,
  search,
  searchedConversations,
  searchNote,
  useMessageSearch,
} from '../search/index.ts';
import {
  EntryList,
  guestPlaces,
  inSearchBox,
  ListPage,
  places,
  SearchBox,
  spaceEntries,
} from '../shell/index.ts';
import { ownSpaces } from '../space/index.ts';
import { FoundConversations } from './found-conversations.tsx';
import styles from './search-page.module.css';

export function SearchPage() {
  const [parameters] = useSearchParams();
  const [, navigate] = useLocation();
  const typed = parameters.get('q')?.trim() ?? '';
  const scope = scopeOf(parameters);
  const messages = useMessageSearch(typed, { scope });
  // Filters narrow down messages only.
  const { text, filters } = readTyped(typed);
  const query = scope || filters.length > 0 ? '' : text.trim();
  const all = useConversations();
  const titled = useMemo(() => search(query, searchedConversations(all ?? [])), [query, all]);
  const spaces = useQuery({ ...ownSpaces, enabled: !isGuest() });
  const found = [
    ...search(query, isGuest() ? guestPlaces : places),
    ...search(query, spaceEntries(spaces.data ?? [])),
  ];
  const sought = searchText(query);
  const people = useQuery({ ...userSearch(sought ?? ''), enabled: sought !== null && !isGuest() });
  const users = people.data?.users ?? [];
  const failed = people.error ? people : spaces;
  // Out of reach: the page says that these are not searched.
  const failure = messages.isHereOnly ? null : failed.error;
  // Each part waits for those above it, so that nothing that is being read moves.
  const isBeginning = people.isLoading || spaces.isLoading || all === null;
  const isLooking = isBeginning || messages.messages.isBusy || messages.posts.isBusy;
  const said = messages.messages.hits.length + messages.posts.hits.length;
  const count = found.length + titled.length + users.length + said;
  const isCut = !messages.messages.isBusy && (messages.messages.share ?? 1) < 1;
  const isMore =
    isCut ||
    messages.messages.next !== null ||
    messages.posts.next !== null ||
    messages.posts.moreIn.length > 0;
  const error = failure ?? messages.messages.error ?? messages.posts.error;
  const isNothing = count === 0 && !isLooking && !error && !isMore;
  // What failed says so above, where it can be asked again.
  const note = typed && searchNote(messages, null, isGuest());
  const title = useId();
  const inSpace = scope && spaces.data?.find(({ space }) => space.space_id === scope.space_id)?.space;
  function lookFor(next: (typed: string) => string) {
    const q = new URLSearchParams(parameters);
    q.set('q', next(inSearchBox() ?? typed).trim());
    navigate(`/search?${q}`);
  }
  return (
    <ListPage
      title="Search"
      tab={typed ? `${typed} · Search` : 'Search'}
      intro={
        <span role="status">
          {typed && isLooking
            ? `Searching for “${typed}”.`
            : error && count === 0
              ? `Not everything could be searched for “${typed}”.`
              : scope && !typed
                ? 'Searches all messages of one space.'
                : outcome(typed, count, isMore, people.data?.isComplete)}
        </span>
      }
    >
      {isGuest() && <SearchBox />}
      <FilterChips typed={typed} onTyped={lookFor} />
      {typed && !scope && <SaveSearch typed={typed} />}
      {!typed && <SavedSearches />}
      {scope && (
        <p>
          {inSpace ? (
            <>
              Only in <Link href={`/spaces/${inSpace.space_id}`}>{inSpace.name}</Link>
            </>
          ) : (
            'In one space only'
          )}{' '}
          · <Link href={`/search?${new URLSearchParams({ q: typed })}`}>Search everything</Link>
        </p>
      )}
      <EntryList entries={found} />
      {!spaces.isLoading && <FoundConversations key={`titles ${typed}`} entries={titled} />}
      {typed && isBeginning && <Snake size={28} />}
      {failure && <Failed error={failure} isBusy={failed.isFetching} onRetry={() => void failed.refetch()} />}
      {!isBeginning && users.length > 0 && (
        <section aria-labelledby={title} className={styles.part}>
          <h2 id={title} className={styles.title}>
            People
          </h2>
          <PeopleFound people={users} />
        </section>
      )}
      {!isBeginning && (
        <>
          <FoundMessages
            key={`messages ${typed}`}
            title="In your conversations"
            {...messages.messages}
            onMore={() => messages.more('messages')}
          />
          <FoundMessages
            key={`posts ${typed}`}
            title="In spaces"
            {...messages.posts}
            onMore={() => messages.more('posts')}
          />
        </>
      )}
      {typed && messages.isHereOnly && (
        <p>
          These are the conversations in this browser.
          {isCut && ' Only the newest finds are shown: add a word to narrow them down.'}
        </p>
      )}
      {note && <p role="status">{note}</p>}
      {isNothing && <Nothing query={typed} scope={scope} />}
    </ListPage>
  );
}

/** One space, where the address names one. */
function scopeOf(parameters: URLSearchParams): SearchScope {
  const space_id = parameters.get('space');
  return space_id ? { space_id } : null;
}

function Nothing({ query, scope }: { query: string; scope: SearchScope }) {
  return (
    <EmptyState
      drawing={<SearchDrawing />}
      title={
        query
          ? 'Try another word, or the beginning of one.'
          : 'Type what you are looking for in the box above.'
      }
      actions={
        !scope && (
          <Link href="/chat" asChild>
            <ButtonLink tone="accent">New conversation</ButtonLink>
          </Link>
        )
      }
    >
      <p>
        {isGuest()
          ? 'Search finds every message of the conversations in this browser by its words, conversations by their title, and the pages of Polylogue.'
          : scope
            ? 'Search finds every message of the space by its words.'
            : 'Search finds every message of your conversations and spaces by its words, people and your spaces by their name, your conversations by their title, and the pages of Polylogue.'}
      </p>
      <p>
        Words like <code>from:ada</code>, <code>provider:openai</code>, <code>model:gpt</code>,{' '}
        <code>has:file</code>, <code>folder:"work notes"</code>, <code>after:2026-01</code> and{' '}
        <code>before:2026-02</code> narrow it down.
      </p>
      {!isGuest() && !scope && (
        <p>
          People you are not friends with are found only if they allow it. If you know someone, you can{' '}
          <Link href="/community?view=find">send them your friend link</Link>.
        </p>
      )}
    </EmptyState>
  );
}

function outcome(query: string, count: number, isMore: boolean, isComplete = true): string {
  if (!query)
    return isGuest()
      ? 'Searches the conversations in this browser.'
      : 'Searches everything you have here, your friends, and people who allow others to find them.';
  // How many messages there are in all is not counted, and what is left may hold none.
  const some = manyOf(count, 'result');
  const [none, results] = isMore ? ['Nothing found yet', `At least ${some}`] : ['No results', some];
  return `${count === 0 ? none : results} for “${query}”.${isComplete ? '' : ` ${partly}`}`;
}
