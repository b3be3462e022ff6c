import type { Person } from '@polylogue/contract';
import { later } from '../../lib/later.ts';
import { useLater } from '../../lib/use-later.ts';
import type { Concern } from './concern.ts';

interface ConcernDialogProps {
  person: Person;
  concern: Concern | null;
  onClose(): void;
}

const dialogs = later(() => import('./concern-dialogs.ts').then((file) => file.concernDialogs));

/** Asks before something is done that hurts; its code comes when it is first needed. */
export function ConcernDialog({ person, concern, onClose }: ConcernDialogProps) {
  const Dialogs = useLater(dialogs, concern !== null);
  if (!Dialogs || !concern) return null;
  const Dialog = Dialogs[concern];
  return <Dialog person={person} onClose={onClose} />;
}
