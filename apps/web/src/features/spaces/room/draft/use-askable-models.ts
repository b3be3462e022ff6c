import type { OwnSpace } from '@polylogue/contract';
import { useQuery } from '@tanstack/react-query';
import { friends } from '../../../person/index.ts';
import { useOwnModels } from '../../../torch/index.ts';
import { askableModels, usedUpLenders } from '../engine/askable-models.ts';

/** What someone can ask for here now, and whose limit of today pays for nothing any more. */
export function useAskableModels(
  lent: Parameters<typeof askableModels>[1],
  { role }: Pick<OwnSpace, 'role'>,
  me: string,
) {
  const isForFriends = Object.values(lent).some(({ to }) => to === 'friends');
  const { data = [] } = useQuery({ ...friends, enabled: isForFriends });
  const own = useOwnModels();
  const person = { user_id: me, role, friends: new Set(data.map(({ user }) => user.user_id)) };
  return { models: askableModels(own, lent, person), usedUp: usedUpLenders(lent, person) };
}
