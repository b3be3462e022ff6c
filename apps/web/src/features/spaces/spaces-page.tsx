import { useLocation, useSearchParams } from 'wouter';
import { ListPage } from '../shell/index.ts';
import { JoinSpace, NewSpace, ScheduleSession } from '../space/index.ts';
import { Invitations } from './invitations.tsx';
import { OwnSpaces, Unsent } from './own-spaces.tsx';
import { PublicSpaces } from './public-spaces.tsx';
import styles from './spaces-page.module.css';

/** The member's spaces, invitations, and the spaces open to everyone. */
export function SpacesPage() {
  const [, navigate] = useLocation();
  const [parameters] = useSearchParams();
  return (
    <ListPage
      title="Spaces"
      intro="A space is a room for several people and one AI. A session is a time to meet in one."
    >
      <div className={styles.actions}>
        <NewSpace
          isMain
          isWanted={parameters.has('new')}
          // So that neither a reload nor the way back opens it again.
          onOpened={() => navigate('/spaces', { replace: true })}
        />
        <JoinSpace />
        <ScheduleSession />
      </div>
      <div className={styles.lists}>
        <Invitations />
        <OwnSpaces />
        <Unsent />
        <PublicSpaces />
      </div>
    </ListPage>
  );
}
