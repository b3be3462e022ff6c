import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { PersonActionDialog, reasonOf } from '../../person/index.ts';
import { handOver, removeMember } from '../../space/index.ts';
import { asPerson } from '../words/as-person.ts';
import type { ToConfirm } from './listed-member.tsx';

interface MemberDialogProps {
  space_id: string;
  confirmed: ToConfirm;
  onClose(): void;
  onHandedOver(): void;
}

/** Asks before a member is removed, reported or blocked, or becomes the owner. */
export function MemberDialog({ space_id, confirmed, onClose, onHandedOver }: MemberDialogProps) {
  const { what, person, name } = confirmed;
  const { user_id } = person;
  if (what === 'report' || what === 'block') {
    return <PersonActionDialog person={asPerson(person)} action={what} onClose={onClose} />;
  }
  if (what === 'hand-over') {
    return (
      <ConfirmDialog
        open
        onOpenChange={onClose}
        title={`Make ${name} the owner?`}
        label="Hand over"
        busyLabel="Handing over…"
        failed="The space was not handed over"
        why={reasonOf}
        act={async () => {
          await handOver(space_id, user_id);
          onHandedOver();
        }}
      >
        <p>You stay as a host. Only the new owner can make you the owner again.</p>
      </ConfirmDialog>
    );
  }
  const label = what === 'ban' ? 'Remove and ban' : 'Remove';
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`${label} ${name}?`}
      label={label}
      busyLabel="Removing…"
      failed="The member was not removed"
      why={reasonOf}
      act={() => removeMember(space_id, user_id, what === 'ban')}
    >
      <p>
        They can no longer see anything in this space{what === 'ban' && ', and cannot come back'}. What they
        posted stays.
      </p>
    </ConfirmDialog>
  );
}
