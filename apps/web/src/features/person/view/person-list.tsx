import type { Person } from '@polylogue/contract';
import { nameOf } from '@polylogue/sync/person-name';
import { type ReactNode, startTransition, useEffect, useRef, useState } from 'react';
import { whenNearViewport } from '../../../lib/page/near-viewport.ts';
import { Avatar } from '../../../ui/index.ts';
import { smallPicture } from '../user/small-picture.ts';
import { PersonLink } from './person-link.tsx';
import styles from './person-list.module.css';

interface PersonListProps {
  people: readonly Person[];
  /** What the list contains. */
  label: string;
  /** The actions for each person. */
  actions(person: Person): ReactNode;
}

/** Rows that are filled in together. */
const chunkLength = 8;
/** Chunks that are filled in at first: more than a screen. */
const first = 3;

/** People, one per row. A thousand scroll as smoothly as ten: rows away from the screen hold only text. */
export function PersonList({ people, label, actions }: PersonListProps) {
  return (
    <ul className={styles.list} aria-label={label}>
      {Array.from({ length: Math.ceil(people.length / chunkLength) }, (_, index) => (
        <Chunk
          // biome-ignore lint/suspicious/noArrayIndexKey: a chunk is a place in the list, not the people in it
          key={index}
          people={people.slice(index * chunkLength, (index + 1) * chunkLength)}
          isFirst={index < first}
          actions={actions}
        />
      ))}
    </ul>
  );
}

function Chunk({ people, isFirst, actions }: Omit<PersonListProps, 'label'> & { isFirst: boolean }) {
  const top = useRef<HTMLLIElement>(null);
  const [isWhole, setWhole] = useState(isFirst);
  useEffect(() => {
    if (isWhole || !top.current) return;
    return whenNearViewport(top.current, () => startTransition(() => setWhole(true)));
  }, [isWhole]);

  return people.map((person, index) => (
    <li key={person.user_id} ref={index === 0 ? top : null} className={styles.row}>
      {isWhole ? <Row person={person} actions={actions} /> : `${nameOf(person)} ${aboutOf(person)}`}
    </li>
  ));
}

function Row({ person, actions }: { person: Person } & Pick<PersonListProps, 'actions'>) {
  return (
    <>
      <PersonLink person={person} className={styles.person}>
        <Avatar
          id={person.user_id}
          name={nameOf(person)}
          picture={smallPicture(person.profile_picture_url)}
          size={40}
        />
        <span className={styles.words}>
          <span className={styles.name} dir="auto">
            {nameOf(person)}
          </span>
          <span className={styles.about} dir="auto">
            {aboutOf(person)}
          </span>
        </span>
      </PersonLink>
      <span className={styles.actions}>{actions(person)}</span>
    </>
  );
}

function aboutOf({ username, tagline }: Person): string {
  return tagline ? `@${username} · ${tagline}` : `@${username}`;
}
