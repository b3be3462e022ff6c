import type { OwnSpace } from '@polylogue/contract';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { Dialog, DialogActions, DialogTitle } from '../../../ui/dialog/index.ts';
import { Button } from '../../../ui/index.ts';
import { Switch } from '../../../ui/switch/index.ts';
import { ModelError, reasonOf } from '../../person/index.ts';
import { deleteOwnPosts, leaveSpace } from '../../space/index.ts';
import type { PanelProps } from './panel.ts';

export function LeaveDialog(props: PanelProps) {
  const { room, own, open, onOpenChange } = props;
  const { space, role } = own;
  const [alsoDelete, setAlsoDelete] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [, navigate] = useLocation();
  if (role === 'owner' && space.archived_at === null) return <OwnerDialog {...props} />;
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(open) => {
        setAlsoDelete(false);
        onOpenChange(open);
      }}
      title={`Leave ${space.name}?`}
      label="Leave"
      busyLabel="Leaving…"
      failed="You are still in the space"
      why={whyOf}
      act={async () => {
        setBusy(true);
        try {
          // First: if it fails, they are still here to see what is left.
          if (alsoDelete) await deleteOwnPosts(space.space_id);
          await leaveSpace(space.space_id);
        } finally {
          setBusy(false);
        }
        navigate('/spaces');
        // The page is gone before it would hear of it.
        room.left();
      }}
    >
      <p>{wayBack(own)}</p>
      <Switch
        label="Delete my messages in this space too"
        hint="Their text is deleted for everyone, for good. Otherwise they stay. You can delete them later in Settings, under Your data."
        checked={alsoDelete}
        disabled={isBusy}
        onChange={setAlsoDelete}
      />
    </ConfirmDialog>
  );
}

/** Also what failed: leaving, or deleting the posts before. */
const whyOf = (error: unknown) =>
  error instanceof ModelError ? `${error.message}. ${reasonOf(error)}` : reasonOf(error);

/** What leaving means for the space, or for coming back. */
export function wayBack({ space, role }: OwnSpace): string {
  if (role === 'owner')
    return 'If it has a host, they become its owner and can reopen it; otherwise it stays archived.';
  if (space.archived_at !== null) return 'You cannot come back unless its owner reopens it.';
  return 'To come back, you need an invitation, unless the space is public.';
}

/** What an owner has to do before leaving. */
function OwnerDialog({ own: { space, people }, open, onOpenChange, show }: PanelProps) {
  const isAlone = people === 1;
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogTitle>Leave {space.name}?</DialogTitle>
      <p>
        You own this space.{' '}
        {isAlone
          ? 'Archive it before you leave.'
          : 'Make another member the owner, or archive it, before you leave.'}
      </p>
      <DialogActions>
        <Button onClick={() => show('Archive space')}>Archive space</Button>
        {!isAlone && (
          <Button tone="accent" onClick={() => show('Members')}>
            Members
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}
