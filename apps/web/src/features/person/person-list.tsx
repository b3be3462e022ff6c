import type { Person } from '@polylogue/contract';
import type { ReactNode } from 'react';
import { useGrown } from '../../lib/use-grown.ts';
import { Avatar } from '../../ui/index.ts';
import { nameOf } from './name.ts';
import { PersonLink } from './person-link.tsx';
import styles from './person-list.module.css';
import { smallPicture } from './small-picture.ts';

interface PersonListProps {
  people: readonly Person[];
  /** What the list is of. */
  label: string;
  /** What can be done about each. */
  actions(person: Person): ReactNode;
}

/** People, one a row. A thousand of them scroll as smoothly as ten. */
export function PersonList({ people, label, actions }: PersonListProps) {
  const shown = useGrown(people.length);
  return (
    <ul className={styles.list} aria-label={label}>
      {people.slice(0, shown).map((person) => (
        <li key={person.user_id} className={styles.row}>
          <PersonLink person={person} className={styles.person}>
            <Avatar name={nameOf(person)} picture={smallPicture(person.profile_picture_url)} size={40} />
            <span className={styles.words}>
              <span className={styles.name}>{nameOf(person)}</span>
              <span className={styles.about}>{aboutOf(person)}</span>
            </span>
          </PersonLink>
          <span className={styles.actions}>{actions(person)}</span>
        </li>
      ))}
    </ul>
  );
}

function aboutOf({ username, tagline }: Person): string {
  return tagline ? `@${username} · ${tagline}` : `@${username}`;
}
