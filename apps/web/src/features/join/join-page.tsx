import type { SpaceByCode } from '@polylogue/contract';
import { codeLength } from '@polylogue/sync/spaces';
import { useQuery } from '@tanstack/react-query';
import { Link, Redirect, useParams } from 'wouter';
import { TornDrawing } from '../../ui/empty-state/index.ts';
import { Avatar, ButtonLink, EmptyState, VisuallyHidden } from '../../ui/index.ts';
import { meOf, signInFor, useAccount, withDestination } from '../account/index.ts';
import { isRefused, QueryResult } from '../person/index.ts';
import { Shell } from '../shell/index.ts';
import { AiNotice, peopleWords, spaceByCode } from '../space/index.ts';
import { JoinForm } from './join-form.tsx';
import styles from './join-page.module.css';

/** The page of an invitation link, with or without an account. */
export function JoinPage() {
  const { code = '' } = useParams<{ code: string }>();
  return (
    <Shell title="Join a space">
      <div className={styles.column}>
        <WhereItLeads key={code} code={code} />
      </div>
    </Shell>
  );
}

/** Without an account the server says of no id whether there is such a space. */
function WhereItLeads({ code }: { code: string }) {
  const isVisitor = useAccount().type === 'signed-out';
  return isVisitor && code.length > codeLength ? <SignInFirst /> : <Invitation code={code} />;
}

function SignInFirst() {
  const to = signInFor(location.pathname);
  return (
    <EmptyState
      isPage
      title="Sign in to join this space."
      actions={
        <>
          <Link href={to} asChild>
            <ButtonLink tone="accent">Sign in</ButtonLink>
          </Link>
          <Link href={withDestination('/signup', to.slice(to.indexOf('?')))} asChild>
            <ButtonLink>Sign up</ButtonLink>
          </Link>
        </>
      }
    >
      <p>Public spaces are open to everyone who has an account.</p>
    </EmptyState>
  );
}

function Invitation({ code }: { code: string }) {
  const query = useQuery(spaceByCode(code));
  const me = meOf(useAccount());
  if (isRefused(query.error, 404)) return <DeadLink code={code} isSignedIn={me !== null} />;
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
              <div className={styles.head}>
                <Avatar id={space.space_id} name={space.name} picture={space.picture_url} size={64} />
                <h1 className={styles.name}>{space.name}</h1>
              </div>
              <What space={space} isInvitation={code !== space.space_id} />
              <JoinForm
                key={me?.user_id}
                {...{ space, code, me }}
                isAlive={async () => !isRefused((await query.refetch()).error, 404)}
              />
            </>
          )
        }
      </QueryResult>
    </>
  );
}

/** In three lines: who invites, into what, and who pays. */
function What({ space, isInvitation }: { space: SpaceByCode; isInvitation: boolean }) {
  const { invited_by, people, role } = space;
  const invited = invited_by ? (
    <>
      <b>{invited_by}</b> invites you to a
    </>
  ) : (
    'You are invited to a'
  );
  return (
    <ul className={styles.lines}>
      <li>
        {isInvitation ? invited : 'A public'} room of {peopleWords(people)} and an AI.
      </li>
      <li>
        {role === 'listener'
          ? 'You will join as a listener: you can read and react.'
          : 'Everyone in it reads what you write, and what the AI answers.'}
      </li>
      <li>
        You need no key and pay nothing. <AiNotice />
      </li>
    </ul>
  );
}

function DeadLink({ code, isSignedIn }: { code: string; isSignedIn: boolean }) {
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
      {!isSignedIn && (
        <p>
          If you are in the space already, <Link href={signInFor(`/spaces/join/${code}`)}>sign in</Link>.
        </p>
      )}
    </EmptyState>
  );
}
