import type { SpaceCard } from '@polylogue/contract';
import { spaceLimits } from '@polylogue/sync';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { useDebounced } from '../../lib/schedule/use-debounced.ts';
import { Avatar, Button, TextField, VisuallyHidden } from '../../ui/index.ts';
import { QueryResult } from '../person/index.ts';
import { joinSpace, peopleWords, publicSpaces } from '../space/index.ts';
import styles from './spaces-page.module.css';
import { many, RowButton, TitledSection } from './titled-section.tsx';
import { useJoiningName } from './use-joining-name.tsx';

/** How long to wait after the last key press before asking the server, in ms. */
const pause = 250;

export function PublicSpaces() {
  const [text, setText] = useState('');
  const sought = useDebounced(text, pause).trim();
  const query = useInfiniteQuery({ ...publicSpaces(sought), placeholderData: keepPreviousData });
  const [, navigate] = useLocation();
  const naming = useJoiningName();
  const pages = query.data?.pages ?? [];
  const found = pages.flatMap((page) => page.spaces);
  const spaces = found.filter(({ is_member }) => !is_member);
  // A page may hold only spaces the member is in.
  const isMore = query.hasNextPage;
  const isLong = isMore || pages.length > 1 || spaces.length >= many;
  const isSearchable = isLong || text !== '' || sought !== '' || query.isPlaceholderData;
  if (spaces.length === 0 && !isSearchable && !query.error) return null;

  async function join(space: SpaceCard) {
    await joinSpace(space.space_id, { shows_name: naming?.showsName(space) });
    navigate(`/spaces/${space.space_id}`);
  }

  return (
    <TitledSection title="Public spaces">
      {isSearchable && (
        <TextField
          type="search"
          label="Beginning of the name"
          value={text}
          maxLength={spaceLimits.nameLength}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      )}
      {spaces.length > 0 && naming?.line}
      <QueryResult query={query} waiting="Loading public spaces">
        {() =>
          spaces.length === 0 && sought !== '' && !isMore && !query.isPlaceholderData ? (
            <p role="status">
              No {found.length > 0 && 'other '}public space begins with “{sought}”.
            </p>
          ) : (
            <ul className={styles.list} aria-label="Public spaces">
              {spaces.map((space) => (
                <li key={space.space_id} className={styles.row}>
                  <Avatar id={space.space_id} name={space.name} picture={space.picture_url} size={40} />
                  <span className={styles.words}>
                    <span className={styles.name} dir="auto">
                      {space.name}
                    </span>
                    <span className={styles.about} dir="auto">
                      {space.about ?? peopleWords(space.people)}
                    </span>
                    {naming?.asBefore(space)}
                  </span>
                  <RowButton act={() => join(space)} done={`You are in ${space.name}`}>
                    Join<VisuallyHidden> {space.name}</VisuallyHidden>
                  </RowButton>
                </li>
              ))}
            </ul>
          )
        }
      </QueryResult>
      {isMore && (
        <Button small busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          Show more
        </Button>
      )}
    </TitledSection>
  );
}
