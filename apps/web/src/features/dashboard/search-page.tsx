import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { Link, useSearchParams } from 'wouter';
import { SearchDrawing } from '../../ui/empty-state/index.ts';
import { EmptyState, Snake } from '../../ui/index.ts';
import { addressOf, isActive, useConversations } from '../conversation/index.ts';
import { Failed, PeopleFound, partly, searchText, userSearch } from '../person/index.ts';
import { EntryList, ListPage, places, search, spaceEntries } from '../shell/index.ts';
import { ownSpaces } from '../space/index.ts';
import styles from './search-page.module.css';
import { StartConversation } from './start-conversation.tsx';

/** How many conversations are listed; another word narrows them down. */
const most = 50;

export function SearchPage() {
  const [parameters] = useSearchParams();
  const query = parameters.get('q')?.trim() ?? '';
  const active = useConversations()?.filter(isActive) ?? [];
  const conversations = active.map((one) => ({ href: addressOf(one), title: one.title }));
  const spaces = useQuery(ownSpaces);
  const found = [
    ...search(query, places),
    ...search(query, spaceEntries(spaces.data ?? [])),
    ...search(query, conversations).slice(0, most),
  ];
  const sought = searchText(query);
  const people = useQuery({ ...userSearch(sought ?? ''), enabled: sought !== null });
  const users = people.data?.users ?? [];
  const failed = people.error ? people : spaces;
  const isLooking = people.isLoading || spaces.isLoading;
  const count = found.length + users.length;
  const isNothing = count === 0 && !isLooking && !failed.error;
  const title = useId();
  return (
    <ListPage
      title="Search"
      tab={query ? `${query} · Search` : 'Search'}
      intro={
        <span role="status">
          {isLooking || (failed.error && count === 0)
            ? `Searching for “${query}”.`
            : outcome(query, count, people.data?.isComplete)}
        </span>
      }
    >
      <EntryList entries={found} />
      {isLooking && <Snake size={28} />}
      {failed.error && (
        <Failed error={failed.error} isBusy={failed.isFetching} onRetry={() => void failed.refetch()} />
      )}
      {users.length > 0 && (
        <section aria-labelledby={title} className={styles.people}>
          <h2 id={title} className={styles.title}>
            People
          </h2>
          <PeopleFound people={users} />
        </section>
      )}
      {isNothing && <Nothing query={query} />}
    </ListPage>
  );
}

function Nothing({ query }: { query: string }) {
  return (
    <EmptyState
      drawing={<SearchDrawing />}
      title={
        query
          ? 'Try another word, or the beginning of one.'
          : 'Type what you are looking for in the box above.'
      }
      actions={<StartConversation />}
    >
      <p>
        Search finds people and your spaces by their name, your conversations by their title, and the pages of
        Polylogue.
      </p>
      <p>
        People you are not friends with are found only if they allow it. If you know someone, you can{' '}
        <Link href="/community?view=find">send them your friend link</Link>.
      </p>
    </EmptyState>
  );
}

function outcome(query: string, count: number, isComplete = true): string {
  if (!query)
    return 'Searches everything of yours here, your friends, and the people who allow others to find them.';
  const results = count === 0 ? 'No results' : count === 1 ? '1 result' : `${count} results`;
  return `${results} for “${query}”.${isComplete ? '' : ` ${partly}`}`;
}
