import type { Person } from '@polylogue/contract';
import { useState } from 'react';
import { Menu, MoreIcon } from '../../../ui/index.ts';
import { type Concern, concernNames, concernsOf } from '../concern/concern.ts';
import { ConcernDialog } from '../concern/concern-dialog.tsx';
import { nameOf } from '../user/name.ts';

interface PersonMenuProps {
  person: Person;
  /** Those that already have a button of their own. */
  without?: readonly Concern[];
}

/** Further actions on a person. */
export function PersonMenu({ person, without = [] }: PersonMenuProps) {
  const [concern, setConcern] = useState<Concern | null>(null);
  const concerns = concernsOf(person).filter((concern) => !without.includes(concern));
  if (concerns.length === 0) return null;
  return (
    <>
      <Menu
        label={`More about ${nameOf(person)}`}
        icon={<MoreIcon />}
        items={concerns.map((concern) => ({
          label: concernNames[concern],
          act: () => setConcern(concern),
        }))}
      />
      <ConcernDialog person={person} concern={concern} onClose={() => setConcern(null)} />
    </>
  );
}
