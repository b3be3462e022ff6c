import type { Person } from '@polylogue/contract';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'wouter';
import { OwnLinkDrawing, TornDrawing } from '../../ui/empty-state/index.ts';
import { Avatar, ButtonLink, EmptyState, VisuallyHidden } from '../../ui/index.ts';
import {
  FriendActions,
  friendshipWords,
  isRefused,
  linkOwner,
  nameOf,
  PersonLink,
  QueryResult,
  UserNotFound,
} from '../person/index.ts';
import { Shell } from '../shell/index.ts';
import styles from './befriend-page.module.css';

/** The page of a friend link: whose it is, and a button to send a request. */
export function BefriendPage() {
  const [parameters] = useSearchParams();
  const code = parameters.get('code') ?? '';
  return (
    <Shell title="Friend link">
      <div className={styles.column}>{isCode(code) ? <Owner code={code} /> : <DeadLink />}</div>
    </Shell>
  );
}

const isCode = (code: string) => /^[\w-]{16,64}$/.test(code);

function Owner({ code }: { code: string }) {
  const query = useQuery(linkOwner(code));
  // A renewed link no longer has an owner, nor does the link of a person who was just blocked.
  if (isRefused(query.error, 404) || query.error instanceof UserNotFound) return <DeadLink />;
  return (
    <>
      {!query.data && (
        <h1>
          <VisuallyHidden>Friend link</VisuallyHidden>
        </h1>
      )}
      <QueryResult query={query} waiting="Opening the friend link">
        {(person) => <Offer person={person} code={code} />}
      </QueryResult>
    </>
  );
}

function Offer({ person, code }: { person: Person; code: string }) {
  const name = nameOf(person);
  if (person.friendship === 'self') return <OwnLink />;
  return (
    <>
      <Avatar id={person.user_id} name={name} picture={person.profile_picture_url} size={104} />
      <div>
        <h1 className={styles.name}>
          <PersonLink person={person} />
        </h1>
        <p className={styles.quiet}>@{person.username}</p>
      </div>
      {person.tagline && <p>{person.tagline}</p>}
      <p className={styles.quiet}>{friendshipWords[person.friendship] ?? 'This is their friend link.'}</p>
      <FriendActions person={person} code={code} />
      {person.friendship === 'friend' && <ToCommunity />}
    </>
  );
}

function OwnLink() {
  return (
    <EmptyState
      drawing={<OwnLinkDrawing />}
      isPage
      title="This is your own friend link."
      actions={<ToCommunity />}
    >
      <p>Send it to someone you know: anyone who opens it can send you a friend request.</p>
    </EmptyState>
  );
}

function DeadLink() {
  return (
    <EmptyState
      drawing={<TornDrawing />}
      isPage
      title="This friend link does not work."
      actions={<ToCommunity />}
    >
      <p>It may have been renewed, or part of it may be missing. Ask for a new one.</p>
    </EmptyState>
  );
}

function ToCommunity() {
  return (
    <Link href="/community" asChild>
      <ButtonLink>Go to Community</ButtonLink>
    </Link>
  );
}
