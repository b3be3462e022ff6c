import { useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'wouter';
import { SearchDrawing } from '../../ui/empty-state/index.ts';
import { ButtonLink, EmptyState, VisuallyHidden } from '../../ui/index.ts';
import { meOf, useAccount } from '../account/index.ts';
import { nameOf, QueryResult, UserNotFound, userById, userByUsername } from '../person/index.ts';
import { Shell } from '../shell/index.ts';
import { Profile } from './profile.tsx';
import { ProfilePage } from './profile-page.tsx';

/** A person, by `user_id` or `username` in the address; without either, the reader. */
export function PersonPage() {
  const [parameters] = useSearchParams();
  const me = meOf(useAccount());
  const user_id = parameters.get('user_id');
  const username = parameters.get('username');
  if (!me) return null;
  if (user_id && user_id !== me.user_id) return <Other query={userById(user_id)} />;
  if (!user_id && username && username !== me.username) return <Other query={userByUsername(username)} />;
  return <ProfilePage />;
}

function Other({ query }: { query: ReturnType<typeof userById> }) {
  const person = useQuery(query);
  if (person.error instanceof UserNotFound) {
    return (
      <Shell title="User not found">
        <PersonUnavailable />
      </Shell>
    );
  }
  return (
    <Shell title={person.data ? nameOf(person.data) : 'Person'}>
      {!person.data && (
        <h1>
          <VisuallyHidden>Person</VisuallyHidden>
        </h1>
      )}
      <QueryResult query={person} waiting="Loading the profile">
        {(person) => <Profile person={person} />}
      </QueryResult>
    </Shell>
  );
}

/** For a person who never existed, has left, or may not be seen: it does not say which. */
function PersonUnavailable() {
  return (
    <EmptyState
      drawing={<SearchDrawing />}
      isPage
      title="User not found"
      actions={
        <Link href="/community" asChild>
          <ButtonLink tone="accent">Go to Community</ButtonLink>
        </Link>
      }
    >
      <p>This profile does not exist, or you cannot see it.</p>
    </EmptyState>
  );
}
