import type { SessionRow } from '@polylogue/contract';
import { lazy } from '../../lib/lazy/lazy.ts';
import { Button, useOpening } from '../../ui/index.ts';

const dialog = lazy(() => import('./schedule-dialog.tsx').then((file) => file.ScheduleDialog));

interface ChangeSessionProps {
  space_id: string;
  session: SessionRow;
}

/** Moves or renames a session. */
export function ChangeSession({ space_id, session }: ChangeSessionProps) {
  const { Part: Dialog, isOpen, setOpen, approaching } = useOpening(dialog, 'Change Session');
  return (
    <>
      <Button small {...approaching} onClick={() => setOpen(true)}>
        Change
      </Button>
      {Dialog && <Dialog open={isOpen} onOpenChange={setOpen} space_id={space_id} session={session} />}
    </>
  );
}
