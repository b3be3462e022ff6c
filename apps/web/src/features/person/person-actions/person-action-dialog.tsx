import type { Person } from '@polylogue/contract';
import { useEffect, useEffectEvent } from 'react';
import { lazy } from '../../../lib/lazy/lazy.ts';
import { useLazy } from '../../../lib/lazy/use-lazy.ts';
import { sayUnopened } from '../../../ui/index.ts';
import { type PersonAction, personActionNames } from './person-action.ts';

interface PersonActionDialogProps {
  person: Person;
  action: PersonAction | null;
  onClose(): void;
}

const dialogs = lazy(() => import('./person-action-dialogs.ts').then((file) => file.personActionDialogs));

/** Asks before a hurtful action; its code is loaded on first use. */
export function PersonActionDialog({ person, action, onClose }: PersonActionDialogProps) {
  const Dialogs = useLazy(dialogs, action !== null);
  const giveUp = useEffectEvent((action: PersonAction) => {
    onClose();
    sayUnopened(personActionNames[action]);
  });
  useEffect(() => {
    if (action) dialogs.fetch().catch(() => giveUp(action));
  }, [action]);
  if (!Dialogs || !action) return null;
  const Dialog = Dialogs[action];
  return <Dialog person={person} onClose={onClose} />;
}
