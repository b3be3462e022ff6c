import { lazy } from '../../lib/lazy/lazy.ts';
import { Button, TrashIcon, useOpening } from '../../ui/index.ts';

const dialog = lazy(() => import('./clear-browser-dialog.tsx').then((file) => file.ClearBrowserDialog));

/** For guests: deletes their conversations, after asking. */
export function ClearBrowser() {
  const label = 'Delete all conversations';
  const { Part: Dialog, isOpen, setOpen, approaching } = useOpening(dialog, label);
  return (
    <>
      <Button tone="quiet" small {...approaching} onClick={() => setOpen(true)}>
        <TrashIcon size={18} />
        {label}
      </Button>
      {Dialog && <Dialog open={isOpen} onOpenChange={setOpen} />}
    </>
  );
}
