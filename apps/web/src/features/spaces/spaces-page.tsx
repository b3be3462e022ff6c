import type { OwnSpace } from '@polylogue/contract';
import { spaceLimits } from '@polylogue/sync';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type ComponentProps, type ReactNode, useEffect, useId, useState } from 'react';
import { Link, useLocation, useSearchParams } from 'wouter';
import { lazy } from '../../lib/lazy/lazy.ts';
import { useDebounced } from '../../lib/schedule/use-debounced.ts';
import { matchesWords } from '../../lib/text/words.ts';
import { SpaceDrawing } from '../../ui/empty-state/index.ts';
import {
  Avatar,
  Button,
  EmptyState,
  PlusIcon,
  TextField,
  useOpening,
  VisuallyHidden,
} from '../../ui/index.ts';
import { Failed, nameOf, orToast, QueryResult } from '../person/index.ts';
import { ListPage } from '../shell/index.ts';
import {
  answerInvitation,
  countWords,
  JoinSpace,
  joinSpace,
  leaveSpace,
  ownSpaces,
  peopleWords,
  publicSpaces,
  receivedInvitations,
  ScheduleSession,
  whenOf,
} from '../space/index.ts';
import { NotSent, useUnsentPosts } from './not-sent.tsx';
import styles from './spaces-page.module.css';

const newSpace = lazy(() => import('./new-space-dialog.tsx').then((file) => file.NewSpaceDialog));

/** The member's spaces, invitations, and the spaces open to everyone. */
export function SpacesPage() {
  const { Part: NewSpace, isOpen, setOpen, approaching } = useOpening(newSpace, 'New space');
  const [, navigate] = useLocation();
  const [parameters] = useSearchParams();
  const isWanted = parameters.has('new');
  useEffect(() => {
    if (!isWanted) return;
    // So that neither a reload nor the way back opens it again.
    navigate('/spaces', { replace: true });
    setOpen(true);
  }, [isWanted, navigate, setOpen]);
  return (
    <ListPage
      title="Spaces"
      intro="A space is a room for several people and one AI. A session is a time to meet in one."
    >
      <div className={styles.actions}>
        <Button tone="accent" {...approaching} onClick={() => setOpen(true)}>
          <PlusIcon size={18} />
          New space
        </Button>
        <JoinSpace />
        <ScheduleSession />
      </div>
      <div className={styles.lists}>
        <Invitations />
        <Own />
        <Unsent />
        <Public />
      </div>
      {NewSpace && <NewSpace open={isOpen} onOpenChange={setOpen} />}
    </ListPage>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h2 id={id} className={styles.title}>
        {title}
      </h2>
      {children}
    </section>
  );
}

function Invitations() {
  const { data, error, isFetching, refetch } = useQuery(receivedInvitations);
  const [, navigate] = useLocation();
  if (!data && error) return <Failed error={error} isBusy={isFetching} onRetry={() => void refetch()} />;
  if (!data || data.length === 0) return null;

  async function accept(invitation_id: string) {
    const { joined } = await answerInvitation(invitation_id, 'accept');
    if (joined) navigate(`/spaces/${joined.space.space_id}`);
    return joined;
  }

  return (
    <Section title="Invitations">
      <ul className={styles.list} aria-label="Invitations">
        {data.map(({ invitation_id, space, by, role }) => (
          <li key={invitation_id} className={styles.row}>
            <Avatar id={space.space_id} name={space.name} picture={space.picture_url} size={40} />
            <span className={styles.words}>
              <span className={styles.name}>{space.name}</span>
              <span className={styles.about}>
                {nameOf(by)} invites you{role === 'listener' && ' as a listener'} ·{' '}
                {peopleWords(space.people)}
              </span>
            </span>
            <RowButton tone="accent" act={() => accept(invitation_id)} done={`You are in ${space.name}`}>
              Accept
            </RowButton>
            <RowButton act={() => answerInvitation(invitation_id, 'decline')} done="Invitation declined">
              Decline
            </RowButton>
          </li>
        ))}
      </ul>
    </Section>
  );
}

interface RowButtonProps extends ComponentProps<typeof Button> {
  act(): Promise<unknown>;
  /** What the toast then says. */
  done: string;
}

/** Takes its row out of the list: it stays busy until the row is gone, unless that fails. */
function RowButton({ act, done, ...rest }: RowButtonProps) {
  const [isBusy, setBusy] = useState(false);

  function press() {
    setBusy(true);
    const acted = act().catch((error) => {
      setBusy(false);
      throw error;
    });
    void orToast(acted, done);
  }

  return <Button small busy={isBusy} onClick={press} {...rest} />;
}

function Own() {
  const query = useQuery(ownSpaces);
  return (
    <QueryResult query={query} waiting="Looking up your spaces">
      {(spaces) =>
        spaces.length === 0 ? (
          <EmptyState drawing={<SpaceDrawing />} title="You are not in a space yet.">
            <p>Create one and send its link to people you know, or join one with a link you were sent.</p>
          </EmptyState>
        ) : (
          <Section title="Your spaces">
            <OwnList spaces={spaces} />
          </Section>
        )
      }
    </QueryResult>
  );
}

/** Spaces that cannot be opened, such as those one was removed from: what was not sent there can be copied. */
function Unsent() {
  const { data: spaces } = useQuery(ownSpaces);
  const unsent = useUnsentPosts();
  if (!spaces) return null;
  const open = spaces.filter(({ closed_at }) => closed_at === null).map(({ space }) => space.space_id);
  const lost = Object.entries(unsent).filter(([id]) => !open.includes(id));
  if (lost.length === 0) return null;
  return (
    <Section title="Not sent">
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
    </Section>
  );
}

/** From this many on, a list is worth filtering. */
const many = 8;

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
      {shown.length === 0 && <p role="status">No space has these words in its name.</p>}
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
        <span className={styles.name}>{space.name}</span>
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
        <span className={styles.name}>{space.name}</span>
        <span className={styles.about}>Closed by the operator of this server</span>
      </span>
      <RowButton act={() => leaveSpace(space.space_id)} done={`You have left ${space.name}`}>
        Leave<VisuallyHidden> {space.name}</VisuallyHidden>
      </RowButton>
    </div>
  );
}

/** How long to wait after the last key press before asking the server, in ms. */
const pause = 250;

function Public() {
  const [text, setText] = useState('');
  const sought = useDebounced(text, pause).trim();
  const query = useInfiniteQuery({ ...publicSpaces(sought), placeholderData: keepPreviousData });
  const [, navigate] = useLocation();
  const pages = query.data?.pages ?? [];
  const found = pages.flatMap((page) => page.spaces);
  const spaces = found.filter(({ is_member }) => !is_member);
  // A page may hold only spaces the member is in.
  const isMore = query.hasNextPage;
  const isLong = isMore || pages.length > 1 || spaces.length >= many;
  const isSearchable = isLong || text !== '' || sought !== '' || query.isPlaceholderData;
  if (spaces.length === 0 && !isSearchable && !query.error) return null;

  async function join(space_id: string) {
    await joinSpace(space_id);
    navigate(`/spaces/${space_id}`);
  }

  return (
    <Section title="Public spaces">
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
      <QueryResult query={query} waiting="Looking up public spaces">
        {() =>
          spaces.length === 0 && sought !== '' && !isMore && !query.isPlaceholderData ? (
            <p role="status">
              No {found.length > 0 && 'other '}public space begins with “{sought}”.
            </p>
          ) : (
            <ul className={styles.list} aria-label="Public spaces">
              {spaces.map(({ space_id, name, picture_url, people, about }) => (
                <li key={space_id} className={styles.row}>
                  <Avatar id={space_id} name={name} picture={picture_url} size={40} />
                  <span className={styles.words}>
                    <span className={styles.name}>{name}</span>
                    <span className={styles.about}>{about ?? peopleWords(people)}</span>
                  </span>
                  <RowButton act={() => join(space_id)} done={`You are in ${name}`}>
                    Join<VisuallyHidden> {name}</VisuallyHidden>
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
    </Section>
  );
}
