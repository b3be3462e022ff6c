import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useLocation, useSearchParams } from 'wouter';
import { useDebounced } from '../../lib/schedule/use-debounced.ts';
import { manyOf } from '../../lib/text/counts.ts';
import { TextField } from '../../ui/index.ts';
import { PeopleFound, partly, QueryResult, searchText, userSearch } from '../person/index.ts';
import styles from './community-page.module.css';
import { FriendLinkBox } from './friend-link-box.tsx';
import { NoResults } from './no-results.tsx';

/** How long to wait after the last key press before asking the server, in ms. */
const pause = 300;

export function FindPeople() {
  const [parameters] = useSearchParams();
  const [, navigate] = useLocation();
  const [text, setText] = useState(parameters.get('q') ?? '');
  const settled = useDebounced(text, pause).trim();
  const current = parameters.get('q') ?? '';

  // In the address, so that going back from a person's page restores it.
  useEffect(() => {
    if (settled === current) return;
    const query = new URLSearchParams({ view: 'find', ...(settled && { q: settled }) });
    navigate(`/community?${query}`, { replace: true });
  }, [settled, current, navigate]);

  const sought = searchText(settled);
  return (
    <>
      <section className={styles.section} aria-label="Find people">
        <TextField
          type="search"
          label="Name, username or email address"
          hint="At least two letters of a name, or a whole email address."
          value={text}
          maxLength={200}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        {sought && <Found text={sought} />}
      </section>
      <FriendLinkBox />
    </>
  );
}

function Found({ text }: { text: string }) {
  // The previous results stay visible until the new ones are there.
  const query = useQuery({ ...userSearch(text), placeholderData: keepPreviousData });
  return (
    <QueryResult query={query} waiting={`Searching for “${text}”`}>
      {({ users, isComplete }) =>
        users.length === 0 && isComplete && !query.isPlaceholderData ? (
          <NoResults text={text} />
        ) : (
          <>
            <p role="status" className={styles.quiet}>
              {query.isPlaceholderData ? `Searching for “${text}”` : outcome(text, users.length, isComplete)}
            </p>
            <PeopleFound people={users} />
          </>
        )
      }
    </QueryResult>
  );
}

function outcome(text: string, count: number, isComplete: boolean): string {
  const found = `${manyOf(count, 'person', 'people')} found for “${text}”.`;
  return isComplete ? found : `${found} ${partly}`;
}
