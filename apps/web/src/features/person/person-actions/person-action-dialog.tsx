import type { Person } from '@polylogue/contract';
import { useEffect, useEffectEvent } from 'react';
import { lazy } from '../../../lib/lazy/lazy.ts';
import { useLazy } from '../../../lib/lazy/use-lazy.ts';
import { toast } from '../../../ui/index.ts';
import { type Concern, concernNames } from './concern.ts';

interface ConcernDialogProps {
  person: Person;
  concern: Concern | null;
  onClose(): void;
}

const dialogs = lazy(() => import('./concern-dialogs.ts').then((file) => file.concernDialogs));

/** Asks before a hurtful action; its code is loaded on first use. */
export function ConcernDialog({ person, concern, onClose }: ConcernDialogProps) {
  const Dialogs = useLazy(dialogs, concern !== null);
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
