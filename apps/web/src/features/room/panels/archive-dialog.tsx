import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { toast } from '../../../ui/index.ts';
import { orToast, reasonOf } from '../../person/index.ts';
import { archiveSpace } from '../../space/index.ts';
import type { PanelProps } from './panel.ts';

/** Asks before everyone in a space can only read; it can be undone. */
export function ArchiveDialog({ own: { space }, open, onOpenChange }: PanelProps) {
  const { space_id } = space;
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Archive ${space.name}?`}
      label="Archive"
      busyLabel="Archiving…"
      failed="The space was not archived"
      why={reasonOf}
      act={async () => {
        await archiveSpace(space_id, true);
        const undo = () => void orToast(archiveSpace(space_id, false), 'Space reopened');
        toast({ title: 'Space archived', action: { label: 'Undo', act: undo } });
      }}
    >
      <p>
        It can still be read, but no one can post, ask or join. Questions that wait are stopped. You can
        reopen it at any time.
      </p>
    </ConfirmDialog>
  );
}
