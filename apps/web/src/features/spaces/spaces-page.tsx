import { useEffect } from 'react';
import { useLocation, useSearchParams } from 'wouter';
import { lazy } from '../../lib/lazy/lazy.ts';
import { Button, PlusIcon, useOpening } from '../../ui/index.ts';
import { ListPage } from '../shell/index.ts';
import { JoinSpace, ScheduleSession } from '../space/index.ts';
import { Invitations } from './invitations.tsx';
import { OwnSpaces, Unsent } from './own-spaces.tsx';
import { PublicSpaces } from './public-spaces.tsx';
import styles from './spaces-page.module.css';

const newSpace = lazy(() => import('./new-space-dialog.tsx').then((file) => file.NewSpaceDialog));

/** The member's spaces, invitations, and the spaces open to everyone. */
export function SpacesPage() {
  const { Part: NewSpace, isOpen, setOpen, approaching } = useOpening(newSpace, 'New space');
  const [, navigate] = useLocation();
  const [parameters] = useSearchParams();
  const isWanted = parameters.has('new');
  useEffect(() => {
    if (!isWanted) return;
    // So that neither a reload nor the way back opens it again.
    navigate('/spaces', { replace: true });
    setOpen(true);
  }, [isWanted, navigate, setOpen]);
  return (
    <ListPage
      title="Spaces"
      intro="A space is a room for several people and one AI. A session is a time to meet in one."
    >
      <div className={styles.actions}>
        <Button tone="accent" {...approaching} onClick={() => setOpen(true)}>
          <PlusIcon size={18} />
          New space
        </Button>
        <JoinSpace />
        <ScheduleSession />
      </div>
      <div className={styles.lists}>
        <Invitations />
        <OwnSpaces />
        <Unsent />
        <PublicSpaces />
      </div>
      {NewSpace && <NewSpace open={isOpen} onOpenChange={setOpen} />}
    </ListPage>
  );
}
