import type { OwnSpace } from '@polylogue/contract';
import { useState } from 'react';
import { Dialog, DialogTitle } from '../../../ui/dialog/index.ts';
import { ToggleGroup } from '../../../ui/index.ts';
import { orToast } from '../../person/index.ts';
import { setNotify } from '../../space/index.ts';

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

/** What one is notified of in this space. */
export function NotifyDialog({ own, open, onOpenChange, onChanged }: NotifyDialogProps) {
  const [chosen, setChosen] = useState(own.notify);

  function choose(notify: OwnSpace['notify']) {
    const before = chosen;
    setChosen(notify);
    const saved = setNotify(own.space.space_id, notify).catch((error) => {
      setChosen(before);
      throw error;
    });
    void orToast(saved.then(onChanged), 'Your notifications are changed');
  }

  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogTitle>Notifications</DialogTitle>
      <ToggleGroup
        label={`What are you notified of in ${own.space.name}?`}
        choices={choices}
        value={chosen}
        onChange={choose}
      />
      <p>Sessions are announced unless you choose Nothing. Unread posts are counted in any case.</p>
    </Dialog>
  );
}
