import type { Person } from '@polylogue/contract';
import { FriendActions } from './friend-actions.tsx';
import { PersonList } from './person-list.tsx';
import { PersonMenu } from './person-menu.tsx';

/** The people a search has found, with the actions for each. */
export function PeopleFound({ people }: { people: readonly Person[] }) {
  return (
    <PersonList
      people={people}
      label="People found"
      actions={(person) => (
        <>
          <FriendActions person={person} small />
          <PersonMenu person={person} />
        </>
      )}
    />
  );
}
