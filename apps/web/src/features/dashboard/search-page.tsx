import { useSearchParams } from 'wouter';
import { EmptyState } from '../../ui/index.ts';
import { EntryList, ListPage } from '../shell/index.ts';
import { places } from './places.ts';
import { search } from './search.ts';
import { StartConversation } from './start-conversation.tsx';

export function SearchPage() {
  const [parameters] = useSearchParams();
  const query = parameters.get('q')?.trim() ?? '';
  const found = search(query, places);
  return (
    <ListPage
      title="Search"
      tab={query ? `${query} · Search` : 'Search'}
      intro={<span role="status">{outcome(query, found.length)}</span>}
    >
      <EntryList entries={found}>
        <EmptyState
          title={
            query
              ? 'Try another word, or the beginning of one.'
              : 'Type what you are looking for in the box above.'
          }
          actions={<StartConversation />}
        >
          <p>
            Search finds your conversations, spaces and people, and the pages of Polylogue. Your account has
            no conversations, spaces or people yet: they can be found as soon as there are some.
          </p>
        </EmptyState>
      </EntryList>
    </ListPage>
  );
}

function outcome(query: string, count: number): string {
  if (!query) return 'In everything that is yours here.';
  if (count === 0) return `Nothing found for “${query}”.`;
  return `${count === 1 ? 'One thing' : `${count} things`} found for “${query}”.`;
}
