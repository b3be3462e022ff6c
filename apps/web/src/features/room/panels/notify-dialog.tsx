import type { OwnSpace } from '@polylogue/contract';
import { useEffect, useState } from 'react';
import { BrowserNotifications } from '../../../ui/browser-notifications/index.ts';
import { Dialog, DialogTitle } from '../../../ui/dialog/index.ts';
import { ToggleGroup } from '../../../ui/index.ts';
import { Switch } from '../../../ui/switch/switch.tsx';
import { orToast } from '../../person/index.ts';
import { notifyChoices, setNotify, setTellsWaiting } from '../../space/index.ts';
import type { PanelProps } from './panel.ts';

const choices = (['all', 'mentions', 'none'] as const).map((value) => ({
  value,
  label: notifyChoices[value],
}));

/** What the member is notified about in this space. */
export function NotifyDialog({ room: { refresh }, own, open, onOpenChange }: PanelProps) {
  /** Chosen, and not yet part of `own`. */
  const [pending, setPending] = useState<OwnSpace['notify']>();
  const [tells, setTells] = useState<boolean>();
  // It may have been changed on another device.
  useEffect(() => {
    if (open) void refresh();
  }, [open, refresh]);

  async function choose(notify: OwnSpace['notify']) {
    setPending(notify);
    const saved = setNotify(own.space.space_id, notify).then(refresh);
    await orToast(saved, 'Notifications saved');
    setPending((now) => (now === notify ? undefined : now));
  }

  async function tellWaiting(isOn: boolean) {
    setTells(isOn);
    await orToast(setTellsWaiting(own.space.space_id, isOn).then(refresh), 'Notifications saved');
    setTells((now) => (now === isOn ? undefined : now));
  }

  // Who is muted is not told, and can still change it.
  const mayWish = own.can.post || own.muted_until !== null || own.tells_waiting;
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
      {mayWish && own.space.ai_mode !== 'off' && (
        <Switch
          label="Tell me when a question waits here"
          hint="Once, for all that wait for a key to answer them. Your account remembers this, and nothing about your keys."
          checked={tells ?? own.tells_waiting}
          onChange={tellWaiting}
        />
      )}
      <BrowserNotifications />
    </Dialog>
  );
}
