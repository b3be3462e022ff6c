import type { Space } from '@polylogue/contract';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { reasonOf } from '../../person/index.ts';
import { leaveSpace } from '../../space/index.ts';

interface LeaveDialogProps {
  space: Space;
  open: boolean;
  onOpenChange(open: boolean): void;
  onLeft(): void;
}

export function LeaveDialog({ space, open, onOpenChange, onLeft }: LeaveDialogProps) {
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Leave ${space.name}?`}
      label="Leave"
      busyLabel="Leaving…"
      failed="You have not left"
      why={reasonOf}
      act={async () => {
        await leaveSpace(space.space_id);
        onLeft();
      }}
    >
      <p>What you posted stays. To come back you need an invitation, unless the space is public.</p>
    </ConfirmDialog>
  );
}
