import { counted } from '../../lib/text/counts.ts';
import { ConfirmDialog } from '../../ui/dialog/index.ts';
import { clearBrowser } from './actions.ts';
import { useConversations } from './use-conversations.ts';

interface ClearBrowserDialogProps {
  open: boolean;
  onOpenChange(open: boolean): void;
}

export function ClearBrowserDialog({ open, onOpenChange }: ClearBrowserDialogProps) {
  const count = useConversations()?.length ?? 0;
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Delete all conversations in this browser?"
      label="Delete all conversations"
      busyLabel="Deleting"
      failed="Not everything was deleted"
      why={() => 'This browser did not delete it. Reload the page, then try again.'}
      act={clearBrowser}
    >
      <p>
        {count === 1 ? 'One conversation is' : `${counted(count)} conversations are`} deleted for good,
        archived and recently deleted ones included, along with their files and unsent messages. There is no
        other copy: you are not signed in, so nothing was sent to an account. Your provider keys and settings
        stay.
      </p>
    </ConfirmDialog>
  );
}
