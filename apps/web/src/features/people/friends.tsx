import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { Link } from 'wouter';
import { counted, manyOf } from '../../lib/text/counts.ts';
import { matchesWords } from '../../lib/text/words.ts';
import { PeopleDrawing } from '../../ui/empty-state/index.ts';
import { ButtonLink, EmptyState, TextField } from '../../ui/index.ts';
import { friends, nameOf, PersonList, PersonMenu, QueryResult } from '../person/index.ts';
import styles from './community-page.module.css';

/** A list with at least this many people gets a filter. */
const many = 8;

export function Friends() {
  const query = useQuery(friends);
  const [text, setText] = useState('');
  const filter = useDeferredValue(text);
  return (
    <QueryResult query={query} waiting="Loading your friends">
      {(all) => {
        if (all.length === 0) return <None />;
        const people = all
          .map(({ user }) => user)
          .filter((person) => matchesWords(`${nameOf(person)} ${person.username}`, filter));
        return (
          <div className={styles.section}>
            {(all.length >= many || text !== '') && (
              <TextField
                type="search"
                label="Filter your friends"
                value={text}
                autoComplete="off"
                onChange={(event) => setText(event.currentTarget.value)}
              />
            )}
            <p role="status" className={styles.quiet} hidden={!filter.trim()}>
              {filter.trim() && `${counted(people.length)} of your ${manyOf(all.length, 'friend')}`}
            </p>
            <PersonList
              people={people}
              label="Friends"
              actions={(person) => <PersonMenu person={person} />}
            />
          </div>
        );
      }}
    </QueryResult>
  );
}

function None() {
  return (
    <EmptyState
      drawing={<PeopleDrawing />}
      title="You have no friends here yet."
      actions={
        <Link href="/community?view=find" asChild>
          <ButtonLink tone="accent">Find people</ButtonLink>
        </Link>
      }
    >
      <p>
        Your friends are listed here. Find people by their name, or send someone your friend link: anyone who
        opens it can send you a friend request.
      </p>
    </EmptyState>
  );
}
