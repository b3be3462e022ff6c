import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { reasonOf } from '../../person/index.ts';

interface DeleteDialogProps {
  open: boolean;
  onOpenChange(open: boolean): void;
  act(): Promise<void>;
}

export function DeleteDialog(props: DeleteDialogProps) {
  return (
    <ConfirmDialog
      {...props}
      title="Delete this message?"
      label="Delete"
      busyLabel="Deleting…"
      failed="The message was not deleted"
      why={reasonOf}
    >
      <p>Its text is deleted for everyone in this space. A line stays that says who deleted it.</p>
    </ConfirmDialog>
  );
}
