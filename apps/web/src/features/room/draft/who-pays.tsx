import { useLive } from '../../../lib/state/use-live.ts';
import { nameOf } from '../../person/index.ts';
import { answeringModels, asksWords } from '../engine/askable-models.ts';
import { namesIn } from '../engine/names.ts';
import type { WhoPaysProps } from '../list/turn-parts.ts';
import { useAskableModels } from './use-askable-models.ts';

/** Whose account a press beside it spends from. */
export function WhoPays({ room, me, wants }: WhoPaysProps) {
  const role = useLive(room, (now) => now.own?.role ?? 'listener');
  const people = useLive(room, (now) => now.people);
  const { models } = useAskableModels(room.presence, { role }, me);
  return asksWords(answeringModels(models, wants), namesIn(people, me, nameOf));
}
