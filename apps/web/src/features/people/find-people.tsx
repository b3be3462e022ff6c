import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useLocation, useSearchParams } from 'wouter';
import { useSettled } from '../../lib/use-settled.ts';
import { TextField } from '../../ui/index.ts';
import { Answered, FriendActions, PersonList, PersonMenu, userSearch } from '../person/index.ts';
import styles from './community-page.module.css';
import { FriendLinkBox } from './friend-link-box.tsx';
import { NobodyByThat } from './nobody-by-that.tsx';
import { soughtIn } from './sought-in.ts';

/** How long somebody must have stopped typing before the server is asked, in ms. */
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

  const sought = soughtIn(settled);
  return (
    <>
      <section className={styles.section} aria-label="Find people">
        <TextField
          type="search"
          label="Name, username or e-mail address"
          hint="At least three letters of a name, or a whole e-mail address."
          className={styles.filter}
          value={text}
          maxLength={200}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        {sought && <Found key={sought} text={sought} />}
      </section>
      <FriendLinkBox />
    </>
  );
}

function Found({ text }: { text: string }) {
  const query = useQuery(userSearch(text));
  return (
    <Answered query={query} waiting={`Looking for “${text}”`}>
      {({ users, isComplete }) =>
        users.length === 0 && isComplete ? (
          <NobodyByThat text={text} />
        ) : (
          <>
            <p role="status" className={styles.quiet}>
              {users.length === 1 ? 'One person' : `${users.length} people`} found for “{text}”.
              {!isComplete && ' A part of the search did not answer, so there may be more.'}
            </p>
            <PersonList
              people={users}
              label="People found"
              actions={(person) => (
                <>
                  <FriendActions person={person} small />
                  <PersonMenu person={person} />
                </>
              )}
            />
          </>
        )
      }
    </Answered>
  );
}
