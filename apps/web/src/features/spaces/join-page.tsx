import type { SpaceByCode } from '@polylogue/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, Redirect, useLocation, useParams } from 'wouter';
import { TornDrawing } from '../../ui/empty-state/index.ts';
import { Avatar, Button, ButtonLink, EmptyState, Notice, VisuallyHidden } from '../../ui/index.ts';
import { meOf, signInFor, useAccount, withDestination } from '../account/index.ts';
import { isRefused, QueryResult, reasonOf } from '../person/index.ts';
import { Shell } from '../shell/index.ts';
import { joinSpace, peopleWords, spaceByCode } from '../space/index.ts';
import styles from './join-page.module.css';

/** The page of an invitation link, with or without an account. */
export function JoinPage() {
  const { code = '' } = useParams<{ code: string }>();
  return (
    <Shell title="Join a space">
      <div className={styles.column}>
        <Invitation key={code} code={code} />
      </div>
    </Shell>
  );
}

function Invitation({ code }: { code: string }) {
  const query = useQuery(spaceByCode(code));
  const isMember = meOf(useAccount()) !== null;
  if (isRefused(query.error, 404)) return <DeadLink />;
  return (
    <>
      {!query.data && (
        <h1>
          <VisuallyHidden>Join a space</VisuallyHidden>
        </h1>
      )}
      <QueryResult query={query} waiting="Loading the space">
        {(space) =>
          space.is_member ? (
            <Redirect to={`/spaces/${space.space_id}`} replace />
          ) : (
            <>
              <Avatar id={space.space_id} name={space.name} picture={space.picture_url} size={104} />
              <div>
                <h1 className={styles.name}>{space.name}</h1>
                <p className={styles.quiet}>{peopleWords(space.people)}</p>
              </div>
              {isMember ? <Join space={space} code={code} /> : <SignInFirst />}
            </>
          )
        }
      </QueryResult>
    </>
  );
}

function Join({ space: { space_id, role }, code }: { space: SpaceByCode; code: string }) {
  const [, navigate] = useLocation();
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();

  async function join() {
    setBusy(true);
    setError(undefined);
    try {
      await joinSpace(space_id, code);
      navigate(`/spaces/${space_id}`, { replace: true });
    } catch (error) {
      setError(error);
      setBusy(false);
    }
  }

  return (
    <>
      <p>
        You are invited to this space.
        {role === 'listener' && ' You will join as a listener: you can read and react.'}
      </p>
      <Button tone="accent" busy={isBusy} onClick={() => void join()}>
        {isBusy ? 'Joining…' : 'Join'}
      </Button>
      {error !== undefined && (
        <Notice tone="bad" title={error instanceof Error ? error.message : ''}>
          {reasonOf(error)}
        </Notice>
      )}
    </>
  );
}

function SignInFirst() {
  const signIn = signInFor(location.pathname);
  const signUp = withDestination('/signup', signIn.slice(signIn.indexOf('?')));
  return (
    <>
      <p>You are invited to this space. Sign in to join it; you will come back here.</p>
      <div className={styles.actions}>
        <Link href={signIn} asChild>
          <ButtonLink tone="accent">Sign in</ButtonLink>
        </Link>
        <Link href={signUp} asChild>
          <ButtonLink>Sign Up</ButtonLink>
        </Link>
      </div>
    </>
  );
}

function DeadLink() {
  return (
    <EmptyState
      drawing={<TornDrawing />}
      isPage
      title="This invitation link does not work."
      actions={
        <Link href="/spaces" asChild>
          <ButtonLink>Go to Spaces</ButtonLink>
        </Link>
      }
    >
      <p>It may have expired or been withdrawn, or part of it may be missing. Ask for a new one.</p>
    </EmptyState>
  );
}
