import { ConfirmDialog } from '../../ui/dialog/index.ts';
import { clearBrowser } from './actions.ts';

interface ClearBrowserDialogProps {
  open: boolean;
  onOpenChange(open: boolean): void;
}

export function ClearBrowserDialog({ open, onOpenChange }: ClearBrowserDialogProps) {
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Clear what this browser keeps?"
      label="Delete all conversations"
      busyLabel="Deleting"
      failed="Not everything was deleted"
      why={() => 'This browser did not delete it. Reload the page, then try again.'}
      act={clearBrowser}
    >
      <p>
        All your conversations in this browser are deleted for good. There is no other copy: you are not
        signed in, so they were never sent to an account. Your provider keys and settings stay.
      </p>
    </ConfirmDialog>
  );
}
