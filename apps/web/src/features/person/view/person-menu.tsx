import type { Person } from '@polylogue/contract';
import { nameOf } from '@polylogue/sync/person-name';
import { Menu, MoreIcon } from '../../../ui/index.ts';
import { allowedActions, type PersonAction, personActionNames } from '../person-actions/person-action.ts';
import { personActionRequest } from '../person-actions/person-action-request.ts';

interface PersonMenuProps {
  person: Person;
  /** Those that already have a button of their own. */
  without?: readonly PersonAction[];
}

/** Further actions on a person. */
export function PersonMenu({ person, without = [] }: PersonMenuProps) {
  const actions = allowedActions(person).filter((action) => !without.includes(action));
  if (actions.length === 0) return null;
  return (
    <Menu
      label={`More about ${nameOf(person)}`}
      icon={<MoreIcon />}
      items={actions.map((action) => ({
        label: personActionNames[action],
        act: () => personActionRequest.dispatch({ person, action }),
      }))}
    />
  );
}
