import type { OwnSpace } from '@polylogue/contract';
import { isLentFor } from '@polylogue/sync/turns';
import { useQuery } from '@tanstack/react-query';
import { useLive } from '../../../lib/state/use-live.ts';
import { friends } from '../../person/index.ts';
import { type OwnLend, torchOf, useBudgetUsedUp, useOwnModels } from '../../torch/index.ts';
import { type Answering, askableModels, usedUpLenders } from '../engine/askable-models.ts';
import type { OpenRoom } from '../engine/open-room.ts';

type PresenceSource = OpenRoom['presence'];

/**
 * What someone can ask for here now, and whose limit of today pays for nothing any more; and what is said where their own
 * keys pay for nothing, since their budget is used up.
 */
export function useAskableModels(presence: PresenceSource, { role }: Pick<OwnSpace, 'role'>, me: string) {
  return useModelsFor(useOwnModels(), useAnswering(presence), role, me);
}

/** What answers a message of theirs that asks nothing, where the AI answers every message: only what is lent for that. */
export function useAnsweringModels(presence: PresenceSource, { role, space }: OwnSpace, me: string) {
  const { lent, forSelf } = useAnswering(presence);
  const torch = torchOf(me);
  const own = [useLive(torch.lends, (all) => all), useLive(torch.forSelf, (all) => all)];
  const lends: (OwnLend | undefined)[] = own.map((all) => all[space.space_id]);
  const models = lends.flatMap((one) => (one && isLentFor(one.lend, true) ? one.lend.models : []));
  const others = Object.entries(lent).filter(([, lend]) => isLentFor(lend, true));
  const elsewhere = forSelf && isLentFor(forSelf, true) ? forSelf : null;
  return useModelsFor(models, { lent: Object.fromEntries(others), forSelf: elsewhere }, role, me);
}

/** Without who is typing, which changes all the time. */
export function useAnswering(presence: PresenceSource): Answering {
  const lent = useLive(presence, (now) => now.lent);
  const forSelf = useLive(presence, (now) => now.forSelf);
  return { lent, forSelf };
}

function useModelsFor(
  own: Parameters<typeof askableModels>[0],
  answering: Answering,
  role: OwnSpace['role'],
  me: string,
) {
  const { lent } = answering;
  const isForFriends = Object.values(lent).some(({ to }) => to === 'friends');
  const { data = [] } = useQuery({ ...friends, enabled: isForFriends });
  const person = { user_id: me, role, friends: new Set(data.map(({ user }) => user.user_id)) };
  const budget = useBudgetUsedUp();
  const stopped = own.length > 0 ? budget : null;
  const models = askableModels(stopped ? [] : own, answering, person);
  return { models, usedUp: usedUpLenders(lent, person), stopped };
}
