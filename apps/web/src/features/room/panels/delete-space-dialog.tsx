import { useLocation } from 'wouter';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { reasonOf } from '../../person/index.ts';
import { deleteSpace, peopleWords } from '../../space/index.ts';
import type { PanelProps } from './panel.ts';

/** Asks before a space is gone for good, for everyone in it. */
export function DeleteSpaceDialog({ room, own: { space, people }, open, onOpenChange }: PanelProps) {
  const [, navigate] = useLocation();
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Delete ${space.name} for good?`}
      label="Delete space"
      busyLabel="Deleting…"
      failed="The space was not deleted"
      why={reasonOf}
      act={async () => {
        await deleteSpace(space.space_id);
        navigate('/spaces');
        // The page is gone before it would hear of it.
        room.left();
      }}
    >
      <p>
        Everything that was written here is deleted for everyone ({peopleWords(people)}), with its sessions
        and invitations. This cannot be undone. To keep it readable, archive it instead.
      </p>
    </ConfirmDialog>
  );
}
