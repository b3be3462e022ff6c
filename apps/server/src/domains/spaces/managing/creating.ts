import { searchKey } from '../../../platform/database/folded.ts';
import { feedStore } from '../../../platform/feed/feeds.ts';
import { refuse } from '../../../platform/http/refuse.ts';
import { contacts } from '../../users/service.ts';
import { OpenSpace } from '../core/command.ts';
import type { SpaceContext } from '../core/context.ts';
import { idTaken, mustBeUnderSpaceLimit } from '../core/policy.ts';
import { newMember } from '../store/member-store.ts';
import { membershipStore } from '../store/membership-store.ts';
import { type SpaceRow, spaceStore } from '../store/space-store.ts';
import type { ListingSpaces } from './listing.ts';
import { type Given, mustBeAllowedSettings, type SpaceSettings } from './settings.ts';

/** Creating spaces. */
export function creatingSpaces(
  deps: Pick<SpaceContext, 'database' | 'isOwnPicture' | 'lock' | 'mustHaveRoom' | 'changed' | 'now'> & {
    own: Pick<ListingSpaces, 'read'>;
  },
) {
  const { database, own, lock, now } = deps;
  return {
    async create(userId: string, spaceId: string, given: Given<SpaceSettings> & { name: string }) {
      const { name, about = null, picture_file_id = null, visibility = 'invited' } = given;
      await deps.mustHaveRoom();
      await database.transaction(async (trx) => {
        if (!(await lock(userId, trx))) return noAccount();
        const existing = await spaceStore(trx).find(spaceId);
        if (existing) {
          if (existing.created_by === userId && (await membershipStore(trx).find(spaceId, userId))) return;
          idTaken();
        }
        // An account's feed has the account's id, so no space may use it.
        if ((await contacts(database).contacts([spaceId], trx)).size > 0) idTaken();
        mustBeUnderSpaceLimit(await membershipStore(trx).count(userId));
        await mustBeAllowedSettings(userId, { visibility, picture_file_id }, trx, deps);
        const feeds = feedStore(trx);
        await feeds.create('space', spaceId);
        const feed = await feeds.of(spaceId);
        if (feed?.kind !== 'space') return idTaken();
        const at = now();
        const space: SpaceRow = {
          space_id: spaceId,
          feed: feed.feed,
          seq: 1,
          name,
          name_folded: searchKey(name),
          about,
          picture_file_id,
          visibility,
          joins_as: given.joins_as ?? 'member',
          members_invite: given.members_invite ?? true,
          slow_seconds: 0,
          ai_mode: 'mentioned',
          ai_name: null,
          ai_instructions: null,
          pins: '[]',
          owner_id: userId,
          created_by: userId,
          created_at: at,
          archived_at: null,
          closed_at: null,
          last_post_at: null,
          people: 1,
          speakers: 1,
          generation: 0,
        };
        await spaceStore(trx).add(space);
        const open = new OpenSpace(trx, space, feed, at);
        // Somebody has to hear of a question that waits: others say so themselves.
        await open.putMember({ ...newMember(spaceId, userId, at), role: 'owner', tells_waiting: true });
        await open.addNotice('created', userId);
        await open.write();
        database.afterCommit(() => deps.changed(spaceId, open.head));
      });
      return own.read(userId, spaceId);
    },
  };
}

function noAccount(): never {
  return refuse('signed-out', 'This account no longer exists.');
}
