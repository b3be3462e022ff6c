import { useRef } from 'react';
import { Dialog, DialogActions, DialogTitle } from '../../ui/dialog/index.ts';
import { Button } from '../../ui/index.ts';
import { orToast, renewFriendLink } from '../person/index.ts';

export function RenewDialog({ onClose }: { onClose(): void }) {
  const keep = useRef<HTMLButtonElement>(null);

  function renew() {
    onClose();
    void orToast(renewFriendLink(), 'You have a new friend link');
  }

  return (
    <Dialog open onOpenChange={onClose} initialFocus={keep}>
      <DialogTitle>Renew your friend link?</DialogTitle>
      <p>
        The link you have now stops working, wherever you have sent it. Your friends and open requests stay.
      </p>
      <DialogActions>
        <Button ref={keep} onClick={onClose}>
          Keep this link
        </Button>
        <Button tone="danger" onClick={renew}>
          Renew
        </Button>
      </DialogActions>
    </Dialog>
  );
}
