import type { Person } from '@polylogue/contract';
import { useState } from 'react';
import { meOf, useAccount } from '../account/index.ts';
import {
  FriendActions,
  friendshipWords,
  nameOf,
  type PersonAction,
  PersonActionDialog,
  PersonMenu,
} from '../person/index.ts';
import { ProfileHead } from './profile-head.tsx';

const ownButton: readonly PersonAction[] = ['unfriend'];

/** Another person's profile, with the possible actions. */
export function Profile({ person }: { person: Person }) {
  const [action, setAction] = useState<PersonAction | null>(null);
  const isLimited = meOf(useAccount())?.user_standing === 'limited';
  return (
    <article>
      <ProfileHead
        person={person}
        actions={
          <>
            <FriendActions person={person} onAction={setAction} />
            <PersonMenu person={person} without={ownButton} />
          </>
        }
        note={noteOn(person, isLimited)}
      />
      <PersonActionDialog person={person} action={action} onClose={() => setAction(null)} />
    </article>
  );
}

function noteOn(person: Person, isLimited: boolean): string | null {
  const { friendship, can } = person;
  if (friendship !== 'stranger') return friendshipWords[friendship];
  if (can.befriend) return null;
  if (isLimited) return 'Your account may not contact people you do not know.';
  return `${nameOf(person)} accepts friend requests only from people who have their friend link.`;
}
