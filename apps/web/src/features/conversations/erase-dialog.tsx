import { counted } from '../../lib/text/counts.ts';
import { ConfirmDialog } from '../../ui/dialog/index.ts';
import { erase } from '../conversation/index.ts';

interface EraseDialogProps {
  ids: readonly string[];
  isGuest: boolean;
  open: boolean;
  onOpenChange(open: boolean): void;
}

export function EraseDialog({ ids, isGuest, open, onOpenChange }: EraseDialogProps) {
  const isOne = ids.length === 1;
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={
        isOne ? 'Delete this conversation for good?' : `Delete ${counted(ids.length)} conversations for good?`
      }
      label="Delete for good"
      busyLabel="Deleting"
      failed={isOne ? 'The conversation was not deleted' : 'Not all of them were deleted'}
      why={() => 'This browser did not store it. Reload the page, then try again.'}
      act={() => erase(ids)}
    >
      <p>
        {isGuest
          ? `${isOne ? 'It is' : 'They are'} in this browser only.`
          : `${isOne ? 'It is' : 'They are'} deleted here, in your account and on your other devices.`}{' '}
        This cannot be undone.
      </p>
    </ConfirmDialog>
  );
}
