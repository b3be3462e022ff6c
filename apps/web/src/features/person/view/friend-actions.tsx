import type { FriendStatus, Person } from '@polylogue/contract';
import { nameOf } from '@polylogue/sync/person-name';
import { type MouseEvent, useRef } from 'react';
import { Button, VisuallyHidden } from '../../../ui/index.ts';
import { orToast } from '../failure/or-toast.ts';
import type { PersonAction } from '../person-actions/person-action.ts';
import { answerRequest, sendFriendRequest } from '../relation/relations.ts';
import styles from './friend-actions.module.css';

interface FriendActionsProps {
  person: Person;
  /** The code of the person's friend link, which allows what strangers may not do. */
  code?: string;
  requestId?: string;
  small?: boolean;
  /** Left out where the friendship cannot be ended. */
  onAction?(action: PersonAction): void;
}

/** The actions on a friendship. */
export function FriendActions({ person, code, requestId, small = false, onAction }: FriendActionsProps) {
  const place = useRef<HTMLDivElement>(null);
  const { user_id, friendship, can } = person;
  const name = nameOf(person);

  async function press(act: Promise<FriendStatus>, done: string) {
    const around = place.current?.closest<HTMLElement>('[role=dialog], main');
    // A request to a person who has already sent one makes the two friends.
    await orToast(act, (now) => (now.friendship === 'friend' ? `You and ${name} are friends now` : done));
    // The pressed button has disappeared, perhaps with everything around it, and the focus with it.
    if (document.activeElement === document.body) (place.current ?? around)?.focus({ preventScroll: true });
  }

  // The second click of a double click would hit what replaced the first button, or the next person.
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
          <VisuallyHidden> {name}</VisuallyHidden>
        </Button>
      )}
      {friendship === 'incoming' && (
        <>
          <Button
            tone="accent"
            small={small}
            onClick={pressing(() => answerRequest(user_id, 'accept', requestId), 'Friend request accepted')}
          >
            Accept<VisuallyHidden> {name}</VisuallyHidden>
          </Button>
          <Button
            small={small}
            onClick={pressing(() => answerRequest(user_id, 'decline', requestId), 'Friend request declined')}
          >
            Decline<VisuallyHidden> {name}</VisuallyHidden>
          </Button>
        </>
      )}
      {friendship === 'outgoing' && (
        <Button
          small={small}
          onClick={pressing(() => answerRequest(user_id, 'cancel', requestId), 'Friend request cancelled')}
        >
          Cancel request<VisuallyHidden> {name}</VisuallyHidden>
        </Button>
      )}
      {friendship === 'friend' && can.unfriend && onAction && (
        <Button small={small} onClick={() => onAction('unfriend')}>
          Unfriend<VisuallyHidden> {name}</VisuallyHidden>
        </Button>
      )}
    </div>
  );
}
