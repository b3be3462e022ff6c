import type { OwnSpace } from '@polylogue/contract';
import { useEffect, useState } from 'react';
import { Dialog, DialogTitle } from '../../../../ui/dialog/index.ts';
import { Button, ToggleGroup } from '../../../../ui/index.ts';
import { orToast } from '../../../person/index.ts';
import { setNotify } from '../../../space/index.ts';
import { notificationPermission, requestNotificationPermission } from '../news/desktop-notifications.ts';
import type { PanelProps } from './panel.ts';

const choices = [
  { value: 'all', label: 'Everything' },
  { value: 'mentions', label: 'Mentions' },
  { value: 'none', label: 'Nothing' },
] as const;

/** What the member is notified about in this space. */
export function NotifyDialog({ room: { refresh }, own, open, onOpenChange }: PanelProps) {
  /** Chosen, and not yet part of `own`. */
  const [pending, setPending] = useState<OwnSpace['notify']>();
  const [allowed, setAllowed] = useState(notificationPermission);
  // It may have been changed on another device.
  useEffect(() => {
    if (open) void refresh();
  }, [open, refresh]);

  async function choose(notify: OwnSpace['notify']) {
    setPending(notify);
    const saved = setNotify(own.space.space_id, notify).then(refresh);
    await orToast(saved, 'Notification settings saved');
    setPending((now) => (now === notify ? undefined : now));
  }

  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogTitle>Notifications</DialogTitle>
      <ToggleGroup
        label={`What are you notified about in ${own.space.name}?`}
        choices={choices}
        value={pending ?? own.notify}
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
