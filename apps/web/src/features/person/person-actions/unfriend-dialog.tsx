import type { Person } from '@polylogue/contract';
import { nameOf } from '@polylogue/sync/person-name';
import { useRef } from 'react';
import { Dialog, DialogActions, DialogTitle } from '../../../ui/dialog/index.ts';
import { Button } from '../../../ui/index.ts';
import { orToast } from '../failure/or-toast.ts';
import { unfriend } from '../relation/relations.ts';

export function UnfriendDialog({ person, onClose }: { person: Person; onClose(): void }) {
  const stay = useRef<HTMLButtonElement>(null);
  const name = nameOf(person);

  function end() {
    onClose();
    void orToast(unfriend(person.user_id), `You and ${name} are no longer friends`);
  }

  return (
    <Dialog open onOpenChange={onClose} initialFocus={stay}>
      <DialogTitle>Unfriend {name}?</DialogTitle>
      <p>
        Each of you will see only what strangers see of the other. {name} is not notified. To be friends
        again, one of you has to send a new request.
      </p>
      <DialogActions>
        <Button ref={stay} onClick={onClose}>
          Stay friends
        </Button>
        <Button tone="danger" onClick={end}>
          Unfriend
        </Button>
      </DialogActions>
    </Dialog>
  );
}
