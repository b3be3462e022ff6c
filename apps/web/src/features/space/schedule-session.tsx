import { lazy } from '../../lib/lazy/lazy.ts';
import { Button, CalendarIcon, useOpening } from '../../ui/index.ts';

const dialog = lazy(() => import('./schedule-dialog.tsx').then((file) => file.ScheduleDialog));

interface ScheduleSessionProps {
  /** The space, if it is known; otherwise it is asked for. */
  space_id?: string;
}

/** Schedules a session in a space. */
export function ScheduleSession({ space_id }: ScheduleSessionProps) {
  const { Part: Dialog, isOpen, setOpen, approaching } = useOpening(dialog, 'Schedule Session');
  return (
    <>
      <Button {...approaching} onClick={() => setOpen(true)}>
        <CalendarIcon size={18} />
        Schedule Session
      </Button>
      {Dialog && <Dialog open={isOpen} onOpenChange={setOpen} {...(space_id && { space_id })} />}
    </>
  );
}
