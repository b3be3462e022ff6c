import type { OwnSpace } from '@polylogue/contract';
import { useState } from 'react';
import { Dialog, DialogTitle } from '../../../ui/dialog/index.ts';
import { Button, ToggleGroup } from '../../../ui/index.ts';
import { orToast } from '../../person/index.ts';
import { setNotify } from '../../space/index.ts';
import { notificationPermission, requestNotificationPermission } from './desktop-notifications.ts';

interface NotifyDialogProps {
  own: OwnSpace;
  open: boolean;
  onOpenChange(open: boolean): void;
  onChanged(): void;
}

const choices = [
  { value: 'all', label: 'Everything' },
  { value: 'mentions', label: 'Mentions' },
  { value: 'none', label: 'Nothing' },
] as const;

/** What the member is notified about in this space. */
export function NotifyDialog({ own, open, onOpenChange, onChanged }: NotifyDialogProps) {
  const [chosen, setChosen] = useState(own.notify);
  const [allowed, setAllowed] = useState(notificationPermission);

  function choose(notify: OwnSpace['notify']) {
    const before = chosen;
    setChosen(notify);
    const saved = setNotify(own.space.space_id, notify).catch((error) => {
      setChosen(before);
      throw error;
    });
    void orToast(saved.then(onChanged), 'Your notification settings are saved');
  }

  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogTitle>Notifications</DialogTitle>
      <ToggleGroup
        label={`What are you notified about in ${own.space.name}?`}
        choices={choices}
        value={chosen}
        onChange={choose}
      />
      <p>Sessions are announced unless you choose Nothing. Unread messages are always counted.</p>
      <p>{sentences[allowed]}</p>
      {allowed === 'default' && (
        <div>
          <Button onClick={() => void requestNotificationPermission().then(setAllowed)}>
            Let this browser show notifications
          </Button>
        </div>
      )}
    </Dialog>
  );
}

const sentences: Record<NotificationPermission, string> = {
  default: 'This browser can show notifications while the space is open in a background tab.',
  granted: 'This browser shows notifications while the space is open in a background tab.',
  denied: 'This browser blocks notifications from this site. You may be able to allow them in its settings.',
};
