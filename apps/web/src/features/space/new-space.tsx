import { useEffect, useEffectEvent } from 'react';
import { lazy } from '../../lib/lazy/lazy.ts';
import { Button, PlusIcon, useOpening } from '../../ui/index.ts';

const dialog = lazy(() => import('./new-space-dialog.tsx').then((file) => file.NewSpaceDialog));

interface NewSpaceProps {
  /** It is what the page is for. */
  isMain?: boolean;
  /** Opens it without a press. */
  isWanted?: boolean;
  onOpened?(): void;
}

/** Makes a space and leads into it. */
export function NewSpace({ isMain = false, isWanted = false, onOpened }: NewSpaceProps) {
  const { Part: Dialog, isOpen, setOpen, approaching } = useOpening(dialog, 'New space');
  const open = useEffectEvent(() => {
    setOpen(true);
    onOpened?.();
  });
  useEffect(() => {
    if (isWanted) open();
  }, [isWanted]);
  return (
    <>
      <Button tone={isMain ? 'accent' : 'plain'} {...approaching} onClick={() => setOpen(true)}>
        <PlusIcon size={18} />
        New space
      </Button>
      {Dialog && <Dialog open={isOpen} onOpenChange={setOpen} />}
    </>
  );
}
