import { useSearchParams } from 'wouter';
import { EmptyState } from '../../ui/index.ts';
import { EntryList } from './entry-list.tsx';
import styles from './list-page.module.css';
import { places } from './places.ts';
import { search } from './search.ts';
import { Shell } from './shell.tsx';
import { StartConversation } from './start-conversation.tsx';

export function SearchPage() {
  const [parameters] = useSearchParams();
  const query = parameters.get('q')?.trim() ?? '';
  const found = search(query, places);
  return (
    <Shell title={query ? `${query} · Search` : 'Search'}>
      <div className={styles.column}>
        <h1 className={styles.title}>Search</h1>
        <p className={styles.intro} role="status">
          {outcome(query, found.length)}
        </p>
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
      </div>
    </Shell>
  );
}

function outcome(query: string, count: number): string {
  if (!query) return 'In everything that is yours here.';
  if (count === 0) return `Nothing found for “${query}”.`;
  return `${count === 1 ? 'One thing' : `${count} things`} found for “${query}”.`;
}
