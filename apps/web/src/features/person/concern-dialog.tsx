import type { Person } from '@polylogue/contract';
import { useEffect, useEffectEvent } from 'react';
import { later } from '../../lib/later.ts';
import { useLater } from '../../lib/use-later.ts';
import { toast } from '../../ui/index.ts';
import { type Concern, concernNames } from './concern.ts';

interface ConcernDialogProps {
  person: Person;
  concern: Concern | null;
  onClose(): void;
}

const dialogs = later(() => import('./concern-dialogs.ts').then((file) => file.concernDialogs));

/** Asks before something is done that hurts; its code comes when it is first needed. */
export function ConcernDialog({ person, concern, onClose }: ConcernDialogProps) {
  const Dialogs = useLater(dialogs, concern !== null);
  const giveUp = useEffectEvent((concern: Concern) => {
    onClose();
    toast({
      tone: 'destructive',
      title: `${concernNames[concern]} could not be opened`,
      text: 'Check your internet connection, then try again',
    });
  });
  useEffect(() => {
    if (concern) dialogs.fetch().catch(() => giveUp(concern));
  }, [concern]);
  if (!Dialogs || !concern) return null;
  const Dialog = Dialogs[concern];
  return <Dialog person={person} onClose={onClose} />;
}
