import type { OwnSpace } from '@polylogue/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import { whenOf } from '../../lib/text/time.ts';
import { matchesWords } from '../../lib/text/words.ts';
import { SpaceDrawing } from '../../ui/empty-state/index.ts';
import { Avatar, EmptyState, TextField, VisuallyHidden } from '../../ui/index.ts';
import { QueryResult } from '../person/index.ts';
import { countWords, leaveSpace, ownSpaces, peopleWords } from '../space/index.ts';
import { NotSent, useUnsentPosts } from './not-sent.tsx';
import styles from './spaces-page.module.css';
import { many, RowButton, TitledSection } from './titled-section.tsx';

export function OwnSpaces() {
  const query = useQuery(ownSpaces);
  return (
    <QueryResult query={query} waiting="Loading your spaces">
      {(spaces) =>
        spaces.length === 0 ? (
          <EmptyState drawing={<SpaceDrawing />} title="You are not in any space yet.">
            <p>Create one and send its link to people you know, or join one with a link you were sent.</p>
          </EmptyState>
        ) : (
          <TitledSection title="Your spaces">
            <OwnList spaces={spaces} />
          </TitledSection>
        )
      }
    </QueryResult>
  );
}

/** Spaces that cannot be opened, such as those one was removed from: what was not sent there can be copied. */
export function Unsent() {
  const { data: spaces } = useQuery(ownSpaces);
  const unsent = useUnsentPosts();
  if (!spaces) return null;
  const open = spaces.filter(({ closed_at }) => closed_at === null).map(({ space }) => space.space_id);
  const lost = Object.entries(unsent).filter(([id]) => !open.includes(id));
  if (lost.length === 0) return null;
  return (
    <TitledSection title="Not sent">
      <ul className={styles.list} aria-label="Not sent">
        {lost.map(([id, count]) => (
          <li key={id}>
            <Link href={`/spaces/${id}`} className={styles.way}>
              <span className={styles.words}>
                {spaces.find(({ space }) => space.space_id === id)?.space.name ??
                  'A space you are no longer in'}
              </span>
              <NotSent count={count} />
            </Link>
          </li>
        ))}
      </ul>
    </TitledSection>
  );
}

function OwnList({ spaces }: { spaces: readonly OwnSpace[] }) {
  const [text, setText] = useState('');
  const unsent = useUnsentPosts();
  const shown = text.trim() === '' ? spaces : spaces.filter(({ space }) => matchesWords(space.name, text));
  return (
    <>
      {spaces.length >= many && (
        <TextField
          type="search"
          label="Filter by name"
          value={text}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      )}
      {shown.length === 0 && <p role="status">No space matches.</p>}
      <ul className={styles.list} aria-label="Your spaces">
        {shown.map((own) => (
          <li key={own.space.space_id}>
            {own.closed_at === null ? (
              <OwnRow own={own} unsent={unsent[own.space.space_id]} />
            ) : (
              <ClosedRow own={own} />
            )}
          </li>
        ))}
      </ul>
    </>
  );
}

interface OwnRowProps {
  own: OwnSpace;
  unsent: number | undefined;
}

function OwnRow({ own: { space, people, people_here, unread, next_session }, unsent }: OwnRowProps) {
  const about = [
    peopleWords(people),
    space.archived_at !== null && 'archived',
    next_session && `${next_session.title ?? 'next session'}: ${whenOf(next_session.starts_at)}`,
  ];
  return (
    <Link href={`/spaces/${space.space_id}`} className={styles.way}>
      <Avatar id={space.space_id} name={space.name} picture={space.picture_url} size={40} />
      <span className={styles.words}>
        <span className={styles.name} dir="auto">
          {space.name}
        </span>
        <span className={styles.about}>
          {people_here > 0 && <span className={styles.here}>{countWords(people_here)} here now · </span>}
          {about.filter(Boolean).join(' · ')}
        </span>
      </span>
      <NotSent count={unsent} />
      {unread > 0 && (
        <span className={styles.unread}>
          {countWords(unread)}
          <VisuallyHidden> unread</VisuallyHidden>
        </span>
      )}
    </Link>
  );
}

/** A closed space can no longer be opened, only left. */
function ClosedRow({ own: { space } }: { own: OwnSpace }) {
  return (
    <div className={styles.row}>
      <Avatar id={space.space_id} name={space.name} picture={null} size={40} />
      <span className={styles.words}>
        <span className={styles.name} dir="auto">
          {space.name}
        </span>
        <span className={styles.about}>Closed by the operator of this server</span>
      </span>
      <RowButton act={() => leaveSpace(space.space_id)} done={`You have left ${space.name}`}>
        Leave<VisuallyHidden> {space.name}</VisuallyHidden>
      </RowButton>
    </div>
  );
}
