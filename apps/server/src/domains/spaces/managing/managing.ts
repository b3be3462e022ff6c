import type { OwnSpace } from '@polylogue/contract';
import { searchKey } from '../../../platform/database/folded.ts';
import { contacts } from '../../users/service.ts';
import type { Actor, SpaceContext } from '../core/context.ts';
import { noMember } from '../core/policy.ts';
import { memberStore } from '../store/member-store.ts';
import type { SpaceRow } from '../store/space-store.ts';
import type { ListingSpaces } from './listing.ts';
import { type Given, mustBeAllowedSettings, type SpaceSettings } from './settings.ts';
import { tellChanges } from './told-changes.ts';

const texts = ['name', 'about', 'ai_name', 'ai_instructions'] as const;

/** Changing spaces, archiving them and handing them over. */
export function managingSpaces(
  deps: Pick<SpaceContext, 'database' | 'isOwnPicture' | 'commands' | 'mustHaveRoom'> & {
    own: Pick<ListingSpaces, 'read'>;
  },
) {
  const { commands, own } = deps;
  return {
    async change(userId: string, spaceId: string, given: Given<SpaceSettings>): Promise<OwnSpace> {
      // Who may see or join a space can be changed even on a full disk.
      if (texts.some((name) => given[name])) await deps.mustHaveRoom();
      await commands.inSpace(userId, spaceId, async ({ open, space, must }) => {
        const change = Object.fromEntries(
          Object.entries(given).filter(
            ([name, value]) => value !== undefined && value !== space[name as keyof SpaceRow],
          ),
        ) as SpaceSettings;
        for (const name of Object.keys(change)) {
          if (name === 'visibility') must('set_visibility');
          else if (name === 'slow_seconds') must('set_slow_mode');
          else must('edit');
        }
        // A change that has no effect must not reveal settings to people who may not see them.
        if (Object.keys(change).length === 0) return must('read');
        await mustBeAllowedSettings(userId, change, open.trx, deps);
        const { name } = change;
        await open.change({ ...change, ...(name !== undefined && { name_folded: searchKey(name) }) });
        await tellChanges(open, userId, change);
      });
      return own.read(userId, spaceId);
    },

    async archive(userId: string, spaceId: string, isArchived: boolean): Promise<OwnSpace> {
      await commands.inSpace(userId, spaceId, async ({ open, space, must }) => {
        must('archive');
        if ((space.archived_at !== null) === isArchived) return;
        await open.change({ archived_at: isArchived ? open.now : null });
        await open.addNotice(isArchived ? 'archived' : 'reopened', userId);
      });
      return own.read(userId, spaceId);
    },

    async handOver({ userId, record }: Actor, spaceId: string, toId: string): Promise<OwnSpace> {
      let isDone = false;
      await commands.inSpace(userId, spaceId, async ({ open, space, me, must }) => {
        if (space.owner_id === toId) return;
        must('hand_over');
        const [to = noMember()] = await memberStore(open.trx).among(spaceId, [toId]);
        const account = (await contacts(deps.database).contacts([toId], open.trx)).get(toId);
        if (!account || account.standing === 'suspended') noMember();
        if (to.role === 'listener') await open.updateStats({ speakers: space.speakers + 1 });
        await open.putMember({ ...to, role: 'owner', muted_until: null });
        await open.putMember({ ...me, role: 'host' });
        open.postRightsChanged.push(toId);
        await open.change({ owner_id: toId });
        await open.addNotice('handed-over', userId, { user_id: toId });
        isDone = true;
      });
      if (isDone) record('space-handed-over', { subject: toId, space: spaceId });
      return own.read(userId, spaceId);
    },
  };
}
