import { lazy } from '../../lib/lazy/lazy.ts';
import { Button, SpaceIcon, useOpening } from '../../ui/index.ts';

const dialog = lazy(() => import('./join-dialog.tsx').then((file) => file.JoinDialog));

/** Goes to the space that a link or code leads to. */
export function JoinSpace() {
  const { Part: Dialog, isOpen, setOpen, approaching } = useOpening(dialog, 'Join Space');
  return (
    <>
      <Button {...approaching} onClick={() => setOpen(true)}>
        <SpaceIcon size={18} />
        Join Space
      </Button>
      {Dialog && <Dialog open={isOpen} onOpenChange={setOpen} />}
    </>
  );
}
