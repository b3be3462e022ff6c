import type { Person } from '@polylogue/contract';
import { nameOf } from '@polylogue/sync/person-name';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { Avatar, Button } from '../../../ui/index.ts';
import { allowedActions, type PersonAction, personActionNames } from '../person-actions/person-action.ts';
import { friendshipWords } from '../relation/friendship-words.ts';
import { smallPicture } from '../user/small-picture.ts';
import { UserNotFound, userById } from '../user/user.ts';
import { FriendActions } from './friend-actions.tsx';
import styles from './person-card.module.css';

interface PersonCardProps {
  /** As known so far: shown while the server is being asked. */
  person: Person;
  onAction(action: PersonAction): void;
  /** The person no longer exists. */
  onGone(): void;
}

/** A person at a glance, with the possible actions. */
export function PersonCard({ person: known, onAction, onGone }: PersonCardProps) {
  const { data: person = known, error } = useQuery({ ...userById(known.user_id), placeholderData: known });
  const isGone = error instanceof UserNotFound;
  const gone = useEffectEvent(onGone);
  useEffect(() => {
    if (isGone) gone();
  }, [isGone]);

  const name = nameOf(person);
  const words = friendshipWords[person.friendship];
  const actions = allowedActions(person);
  return (
    <div className={styles.card}>
      <div className={styles.head}>
        <Avatar
          id={person.user_id}
          name={name}
          picture={smallPicture(person.profile_picture_url)}
          size={48}
        />
        <div className={styles.names}>
          <p className={styles.name}>{name}</p>
          <p className={styles.username}>@{person.username}</p>
        </div>
      </div>
      {person.tagline && <p dir="auto">{person.tagline}</p>}
      {words && <p className={styles.friendship}>{words}</p>}
      <FriendActions person={person} small />
      {actions.length > 0 && (
        <div className={styles.actions}>
          {actions.map((action) => (
            <Button key={action} tone="quiet" small onClick={() => onAction(action)}>
              {personActionNames[action]}
            </Button>
          ))}
        </div>
      )}
    </div>
  );
}
