import { turnRights } from '@polylogue/sync/turns';
import { refuse } from '../../../platform/http/refuse.ts';
import type { SpaceContext } from '../core/context.ts';
import { isHost } from '../core/policy.ts';
import type { EnqueueingNotifications } from '../notifications/enqueueing.ts';
import { turnRowOf } from '../store/turn-row.ts';
import { turnStore } from '../store/turn-store.ts';
import type { RunningTurns } from './running-turns.ts';

type Wanted = { provider: string; model: string } | null;

/** Who is asked again: one person whose browser could not answer, or everyone, for another model. */
type Retried = { holder_id: string } | { wants: Wanted };

/** Asking again what has not been answered yet: by who asked, or with one’s own key. */
export const retryingTurns =
  ({
    running,
    notifications,
    sockets,
    tryOffer,
  }: Pick<SpaceContext, 'sockets'> & {
    running: Pick<RunningTurns, 'command'>;
    notifications: Pick<EnqueueingNotifications, 'enqueueWaiting'>;
    tryOffer(spaceId: string): void;
  }) =>
  async (
    userId: string,
    spaceId: string,
    turnId: string,
    retried: Retried,
    askedOn: string,
  ): Promise<{ head: number }> => {
    const who = 'wants' in retried ? { asked_on: askedOn } : retried;
    const event = { type: 'retried' as const, ...who };
    const done = await running.command(userId, spaceId, turnId, event, async ({ me, open }, row) => {
      const may = turnRights(turnRowOf(row), { user_id: me.user_id, is_host: isHost(me) });
      const isOwn = 'holder_id' in retried && retried.holder_id === me.user_id;
      if (!may.retry && !(isOwn && may.retry_own)) {
        refuse(
          'not-allowed',
          'While the question waits for an answer, only the person who asked can do this, and a lender with their own key.',
        );
      }
      if (!('wants' in retried)) return;
      await turnStore(open.trx).setWants(row.feed, turnId, retried.wants);
      // Now somebody asks it.
      if (row.is_automatic) await notifications.enqueueWaiting(open.trx, spaceId, true);
    });
    sockets().turnChanged(spaceId, turnId);
    tryOffer(spaceId);
    return done;
  };
