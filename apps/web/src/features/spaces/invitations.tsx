import type { SpaceCard } from '@polylogue/contract';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import { Avatar } from '../../ui/index.ts';
import { Failed, nameOf } from '../person/index.ts';
import { answerInvitation, peopleWords, receivedInvitations } from '../space/index.ts';
import styles from './spaces-page.module.css';
import { RowButton, TitledSection } from './titled-section.tsx';
import { useJoiningName } from './use-joining-name.tsx';

export function Invitations() {
  const { data, error, isFetching, refetch } = useQuery(receivedInvitations);
  const [, navigate] = useLocation();
  const naming = useJoiningName();
  if (!data && error) return <Failed error={error} isBusy={isFetching} onRetry={() => void refetch()} />;
  if (!data || data.length === 0) return null;

  async function accept(invitation_id: string, space: SpaceCard) {
    const shows_name = naming?.showsName(space);
    const { joined } = await answerInvitation(invitation_id, 'accept', { shows_name });
    if (joined) navigate(`/spaces/${joined.space.space_id}`);
    return joined;
  }

  return (
    <TitledSection title="Invitations">
      {naming?.line}
      <ul className={styles.list} aria-label="Invitations">
        {data.map(({ invitation_id, space, by, role }) => (
          <li key={invitation_id} className={styles.row}>
            <Avatar id={space.space_id} name={space.name} picture={space.picture_url} size={40} />
            <span className={styles.words}>
              <span className={styles.name} dir="auto">
                {space.name}
              </span>
              <span className={styles.about}>
                {nameOf(by)} invites you{role === 'listener' && ' as a listener'} ·{' '}
                {peopleWords(space.people)}
              </span>
              {naming?.asBefore(space)}
            </span>
            <RowButton
              tone="accent"
              act={() => accept(invitation_id, space)}
              done={`You are in ${space.name}`}
            >
              Accept
            </RowButton>
            <RowButton act={() => answerInvitation(invitation_id, 'decline')} done="Invitation declined">
              Decline
            </RowButton>
          </li>
        ))}
      </ul>
    </TitledSection>
  );
}
