import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useLocation, useSearchParams } from 'wouter';
import { useSettled } from '../../lib/schedule/use-settled.ts';
import { TextField } from '../../ui/index.ts';
import { Answered, PeopleFound, partly, searchText, userSearch } from '../person/index.ts';
import styles from './community-page.module.css';
import { FriendLinkBox } from './friend-link-box.tsx';
import { NoneFound } from './none-found.tsx';

/** How long to wait after the last key press before asking the server, in ms. */
const pause = 300;

export function FindPeople() {
  const [parameters] = useSearchParams();
  const [, navigate] = useLocation();
  const [text, setText] = useState(parameters.get('q') ?? '');
  const settled = useSettled(text, pause).trim();
  const asked = parameters.get('q') ?? '';

  // In the address, so that coming back from somebody's page finds it as it was.
  useEffect(() => {
    if (settled === asked) return;
    const query = new URLSearchParams({ view: 'find', ...(settled && { q: settled }) });
    navigate(`/community?${query}`, { replace: true });
  }, [settled, asked, navigate]);

  const sought = searchText(settled);
  return (
    <>
      <section className={styles.section} aria-label="Find people">
        <TextField
          type="search"
          label="Name, username or e-mail address"
          hint="At least two letters of a name, or a whole e-mail address."
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
    <Answered query={query} waiting={`Looking for “${text}”`}>
      {({ users, isComplete }) =>
        users.length === 0 && isComplete && !query.isPlaceholderData ? (
          <NoneFound text={text} />
        ) : (
          <>
            <p role="status" className={styles.quiet}>
              {query.isPlaceholderData ? `Looking for “${text}”` : outcome(text, users.length, isComplete)}
            </p>
            <PeopleFound people={users} />
          </>
        )
      }
    </Answered>
  );
}

function outcome(text: string, count: number, isComplete: boolean): string {
  const found = `${count === 1 ? 'One person' : `${count} people`} found for “${text}”.`;
  return isComplete ? found : `${found} ${partly}`;
}
