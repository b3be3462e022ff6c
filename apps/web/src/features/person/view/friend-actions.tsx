import type { FriendStatus, Person } from '@polylogue/contract';
import { type MouseEvent, useRef } from 'react';
import { Button, Spoken } from '../../../ui/index.ts';
import type { Concern } from '../concern/concern.ts';
import { orToast } from '../failure/or-toast.ts';
import { answerRequest, sendFriendRequest } from '../relation/relations.ts';
import { nameOf } from '../user/name.ts';
import styles from './friend-actions.module.css';

interface FriendActionsProps {
  person: Person;
  /** Of the person's friend link, which opens what is closed to strangers. */
  code?: string;
  requestId?: string;
  small?: boolean;
  /** Left out where the friendship is not to be ended. */
  onConcern?(concern: Concern): void;
}

/** What can be done about the friendship with somebody. */
export function FriendActions({ person, code, requestId, small = false, onConcern }: FriendActionsProps) {
  const place = useRef<HTMLDivElement>(null);
  const { user_id, friendship, can } = person;
  const name = nameOf(person);

  async function press(act: Promise<FriendStatus>, done: string) {
    const around = place.current?.closest<HTMLElement>('[role=dialog], main');
    // Anyone who asks somebody who has asked before has a friend at once.
    await orToast(act, (now) => (now.friendship === 'friend' ? `You and ${name} are friends now` : done));
    // The button that was pressed is gone, perhaps with all that stood around it, and the focus with it.
    if (document.activeElement === document.body) (place.current ?? around)?.focus({ preventScroll: true });
  }

  // The second press of a double click would meet what has taken the first button's place, or the next person.
  const pressing =
    (act: () => Promise<FriendStatus>, done: string) =>
    ({ detail: presses }: MouseEvent) =>
      presses < 2 && void press(act(), done);

  return (
    <div ref={place} tabIndex={-1} className={styles.actions}>
      {friendship === 'stranger' && (can.befriend || code) && (
        <Button
          tone="accent"
          small={small}
          onClick={pressing(() => sendFriendRequest(user_id, code), 'Friend request sent')}
        >
          {code ? 'Send friend request' : 'Add friend'}
          <Spoken> {name}</Spoken>
        </Button>
      )}
      {friendship === 'incoming' && (
        <>
          <Button
            tone="accent"
            small={small}
            onClick={pressing(() => answerRequest(user_id, 'accept', requestId), 'Friend request accepted')}
          >
            Accept<Spoken> {name}</Spoken>
          </Button>
          <Button
            small={small}
            onClick={pressing(() => answerRequest(user_id, 'decline', requestId), 'Friend request declined')}
          >
            Decline<Spoken> {name}</Spoken>
          </Button>
        </>
      )}
      {friendship === 'outgoing' && (
        <Button
          small={small}
          onClick={pressing(() => answerRequest(user_id, 'cancel', requestId), 'Friend request cancelled')}
        >
          Cancel request<Spoken> {name}</Spoken>
        </Button>
      )}
      {friendship === 'friend' && can.unfriend && onConcern && (
        <Button small={small} onClick={() => onConcern('unfriend')}>
          Unfriend<Spoken> {name}</Spoken>
        </Button>
      )}
    </div>
  );
}
