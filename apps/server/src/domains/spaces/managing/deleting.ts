import { setImmediate } from 'node:timers/promises';
import { feedStore } from '../../../platform/feed/feeds.ts';
import type { JobHandler } from '../../../platform/jobs/attempt.ts';
import type { Actor, SpaceContext } from '../core/context.ts';
import { aDayBefore } from '../core/policy.ts';
import { closeSpace, removeSomeOfSpace } from '../store/remove-space.ts';
import { spaceStore } from '../store/space-store.ts';

const deleteJob = 'delete-space';
/** How many rows are removed per transaction. */
const slice = 200;

/** Deleting spaces for good. */
export function deletingSpaces({
  database,
  commands,
  jobs,
  now,
}: Pick<SpaceContext, 'database' | 'commands' | 'jobs' | 'now'>) {
  /** Safe to repeat after an interruption: the space itself goes last. */
  const remove: JobHandler = async (payload) => {
    const { space_id } = payload as { space_id: string };
    const space = await spaceStore(database.db).find(space_id);
    if (!space) return;
    const some = () =>
      database.transaction(async (trx) => {
        // First, as commands do: turns are being stopped meanwhile.
        await feedStore(trx).claim(space.feed);
        return removeSomeOfSpace(trx, space, slice, aDayBefore(now()));
      });
    while (await some()) await setImmediate();
  };

  return {
    jobHandlers: { [deleteJob]: remove },

    /** From now on nobody is in it, and nothing leads to it; what is in it is removed after that. */
    async delete({ userId, record }: Actor, spaceId: string): Promise<void> {
      await commands.inSpace(userId, spaceId, async ({ open, must }) => {
        must('delete');
        open.postRightsChanged.push(...(await closeSpace(open.trx, spaceId, open.now, open.seq)));
        await open.updateStats({ people: 0, speakers: 0 });
        await open.change({ owner_id: null, ai_mode: 'off' });
        await open.empty();
        await jobs.add(open.trx, deleteJob, { space_id: spaceId }, { id: `${deleteJob}-${spaceId}` });
      });
      record('space-deleted', { space: spaceId });
    },
  };
}
