import type { Person } from '@polylogue/contract';
import { nameOf } from '@polylogue/sync/person-name';
import { useRef } from 'react';
import { Dialog, DialogActions, DialogTitle } from '../../../ui/dialog/index.ts';
import { Button } from '../../../ui/index.ts';
import { orToast } from '../failure/or-toast.ts';
import { block } from '../relation/relations.ts';

export function BlockDialog({ person, onClose }: { person: Person; onClose(): void }) {
  const stay = useRef<HTMLButtonElement>(null);
  const name = nameOf(person);

  function end() {
    onClose();
    void orToast(block(person.user_id), `${name} is blocked`);
  }

  return (
    <Dialog open onOpenChange={onClose} initialFocus={stay}>
      <DialogTitle>Block {name}?</DialogTitle>
      <p>
        From now on neither of you can find, see or contact the other: to {name} it is as if you were not
        here. If you are friends, you no longer will be, and open friend requests between you are removed.
      </p>
      <p>{name} is not notified. You can unblock them in Settings.</p>
      <DialogActions>
        <Button ref={stay} onClick={onClose}>
          Cancel
        </Button>
        <Button tone="danger" onClick={end}>
          Block
        </Button>
      </DialogActions>
    </Dialog>
  );
}
