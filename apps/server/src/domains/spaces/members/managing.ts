import type { OwnSpace, SpaceCard } from '@polylogue/contract';
import type { Database, Queries } from '../../../platform/database/database.ts';
import { searchKey } from '../../../platform/database/folded.ts';
import { feedStore } from '../../../platform/feed/feeds.ts';
import { refuse } from '../../../platform/http/refuse.ts';
import type { Hub } from '../../../platform/live/hub.ts';
import { contacts } from '../../users/service.ts';
import { type Commands, OpenSpace } from '../core/command.ts';
import { idTaken, mustBeUnderSpaceLimit, noMember, noSpace, rightsIn } from '../core/policy.ts';
import type { Views } from '../core/view.ts';
import { type MemberRow, memberStore } from '../store/member-store.ts';
import { type Membership, membershipStore } from '../store/membership-store.ts';
import { mostUnread, readingStore } from '../store/reading-store.ts';
import { sessionStore } from '../store/session-store.ts';
import { type SpaceRow, spaceStore } from '../store/space-store.ts';

export interface ManagingDeps {
  database: Database;
  commands: Commands;
  views: Views;
  blockedAmong(userId: string, others: readonly string[]): Promise<Set<string>>;
  /** Stops others from changing what belongs to this account until the transaction ends; false if it no longer exists. */
  lock(userId: string, on: Queries): Promise<boolean>;
  /** Whether it is one of the person's own files and a picture that we re-encoded. */
  isOwnPicture(userId: string, fileId: string, on: Queries): Promise<boolean>;
  /** Throws a refusal if the disk is full. */
  mustHaveRoom(): Promise<void>;
  changed(ownerId: string, head: number): void;
  sockets(): Pick<Hub, 'countPeople'>;
  origin: () => string;
  now: () => number;
}

type Settings = Partial<
  Pick<
    SpaceRow,
    | 'name'
    | 'about'
    | 'picture_file_id'
    | 'visibility'
    | 'joins_as'
    | 'members_invite'
    | 'slow_seconds'
    | 'ai_mode'
    | 'ai_name'
    | 'ai_instructions'
  >
>;
type Given<Shape> = { [Name in keyof Shape]?: Shape[Name] | undefined };

const texts = ['name', 'about', 'ai_name', 'ai_instructions'] as const;

/** People counted as present in a space; there may be more. */
const mostHere = 100;

export const newMember = (space_id: string, user_id: string, now: number): MemberRow => ({
  space_id,
  user_id,
  seq: 0,
  role: 'member',
  joined_at: now,
  left_at: null,
  is_removed: false,
  is_banned: false,
  muted_until: null,
  posted_at: null,
  read_number: 0,
  seen_at: null,
  notify: 'all',
});

/** Spaces themselves: creating, listing, changing, archiving and handing them over. */
export function managingSpaces(deps: ManagingDeps) {
  const { database, commands, views, blockedAmong, lock, now, origin } = deps;
  const feeds = feedStore(database.db);
  const people = contacts(database);

  async function mustBeInGoodStanding(userId: string, on: Queries) {
    const account = (await people.contacts([userId], on)).get(userId);
    if (account?.standing === 'good') return;
    refuse('not-allowed', 'Your account may not make a space public. Contact the operator of this server.');
  }

  async function mustBeOwnPicture(userId: string, fileId: string | null | undefined, on: Queries) {
    if (!fileId || (await deps.isOwnPicture(userId, fileId, on))) return;
    refuse('not-found', 'This picture is not among your files.');
  }

  /** The spaces as listed for a person; `heads` were read before them, so that no change in between is skipped. */
  async function ownSpaces(
    userId: string,
    heads: ReadonlyMap<string, number>,
    memberships: readonly Membership[],
    only?: string,
  ): Promise<OwnSpace[]> {
    const ids = memberships.map(({ space }) => space.space_id);
    const shown = await views.rowsOf(userId);
    const notCounted = new Set([userId, ...shown.blocked]);
    const unread = await readingStore(database.db).unread(userId, only);
    const sessions = await sessionStore(database.db).coming(ids, now());
    return memberships.map(({ space, me }): OwnSpace => {
      const next = sessions
        .filter(({ space_id }) => space_id === space.space_id)
        .map(shown.session)
        .find((one) => 'session_id' in one);
      return {
        space: shown.space(space),
        role: me.role,
        can: rightsIn({ space, me }, now()),
        head: heads.get(space.space_id) ?? 0,
        people: space.people,
        people_here: deps.sockets().countPeople(space.space_id, notCounted, mostHere),
        last_post_at: space.last_post_at,
        unread: Math.min(unread.get(space.space_id) ?? 0, mostUnread),
        read_number: me.read_number,
        notify: me.notify,
        muted_until: me.muted_until,
        next_session: next ?? null,
        closed_at: space.closed_at,
      };
    });
  }

  async function read(userId: string, spaceId: string): Promise<OwnSpace> {
    const heads = await feeds.heads([spaceId]);
    const membership = await views.membership(userId, spaceId);
    const [own = noSpace()] = await ownSpaces(userId, heads, [membership], spaceId);
    return own;
  }

  return {
    read,

    async create(userId: string, spaceId: string, given: Given<Settings> & { name: string }) {
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
        if ((await people.contacts([spaceId], trx)).size > 0) idTaken();
        mustBeUnderSpaceLimit(await membershipStore(trx).count(userId));
        if (visibility === 'public') await mustBeInGoodStanding(userId, trx);
        await mustBeOwnPicture(userId, picture_file_id, trx);
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
        await open.putMember({ ...newMember(spaceId, userId, at), role: 'owner' });
        await open.addNotice('created', userId);
        await open.write();
        database.afterCommit(() => deps.changed(spaceId, open.head));
      });
      return read(userId, spaceId);
    },

    async list(userId: string): Promise<{ spaces: OwnSpace[] }> {
      const heads = await feeds.heads(
        (await membershipStore(database.db).current(userId)).map(({ space_id }) => space_id),
      );
      const mine = await membershipStore(database.db).current(userId);
      const rows = new Map(
        (await spaceStore(database.db).some(mine.map(({ space_id }) => space_id))).map((space) => [
          space.space_id,
          space,
        ]),
      );
      const standings = mine.flatMap((me) => {
        const space = rows.get(me.space_id);
        return space ? { space, me } : [];
      });
      const at = ({ space }: Membership) => space.last_post_at ?? space.created_at;
      return {
        spaces: await ownSpaces(
          userId,
          heads,
          standings.sort((one, other) => at(other) - at(one)),
        ),
      };
    },

    async public(userId: string, before: string | undefined, q: string | undefined) {
      const limit = 50;
      const rows = await spaceStore(database.db).listed(placeIn(before), searchKey(q ?? ''), limit + 1);
      const page = rows.slice(0, limit);
      const blocked = await blockedAmong(
        userId,
        page.flatMap(({ owner_id }) => owner_id ?? []),
      );
      const mine = new Map(
        (await membershipStore(database.db).current(userId)).map((me) => [me.space_id, me]),
      );
      const banned = new Set<string>();
      for (const { space_id } of page) {
        const me = mine.has(space_id) ? undefined : await memberStore(database.db).find(space_id, userId);
        if (me?.is_banned) banned.add(space_id);
      }
      const last = rows.length > limit ? page.at(-1) : undefined;
      return {
        spaces: page
          .filter(({ owner_id, space_id }) => !blocked.has(owner_id ?? '') && !banned.has(space_id))
          .map((space) => ({
            ...cardOf(space, origin()),
            about: space.about,
            created_at: space.created_at,
            is_member: mine.has(space.space_id),
          })),
        next: last ? `${last.created_at}.${last.space_id}` : null,
      };
    },

    async change(userId: string, spaceId: string, given: Given<Settings>): Promise<OwnSpace> {
      // Who may see or join a space can be changed even on a full disk.
      if (texts.some((name) => given[name])) await deps.mustHaveRoom();
      await commands.inSpace(userId, spaceId, async ({ open, space, must }) => {
        const change = Object.fromEntries(
          Object.entries(given).filter(
            ([name, value]) => value !== undefined && value !== space[name as keyof SpaceRow],
          ),
        ) as Settings;
        for (const name of Object.keys(change)) {
          if (name === 'visibility') must('set_visibility');
          else if (name === 'slow_seconds') must('set_slow_mode');
          else must('edit');
        }
        // A change that has no effect must not reveal settings to people who may not see them.
        if (Object.keys(change).length === 0) return must('read');
        if (change.visibility === 'public') await mustBeInGoodStanding(userId, open.trx);
        await mustBeOwnPicture(userId, change.picture_file_id, open.trx);
        const { name } = change;
        await open.change({ ...change, ...(name !== undefined && { name_folded: searchKey(name) }) });
        if (name !== undefined) await open.addNotice('renamed', userId, { name });
      });
      return read(userId, spaceId);
    },

    async archive(userId: string, spaceId: string, isArchived: boolean): Promise<OwnSpace> {
      await commands.inSpace(userId, spaceId, async ({ open, space, must }) => {
        must('archive');
        if ((space.archived_at !== null) === isArchived) return;
        await open.change({ archived_at: isArchived ? open.now : null });
        await open.addNotice(isArchived ? 'archived' : 'reopened', userId);
      });
      return read(userId, spaceId);
    },

    async handOver(userId: string, spaceId: string, toId: string): Promise<OwnSpace> {
      await commands.inSpace(userId, spaceId, async ({ open, space, me, must }) => {
        if (space.owner_id === toId) return;
        must('hand_over');
        const [to = noMember()] = await memberStore(open.trx).among(spaceId, [toId]);
        const account = (await people.contacts([toId], open.trx)).get(toId);
        if (!account || account.standing === 'suspended') noMember();
        if (to.role === 'listener') await open.updateStats({ speakers: space.speakers + 1 });
        await open.putMember({ ...to, role: 'owner', muted_until: null });
        await open.putMember({ ...me, role: 'host' });
        await open.change({ owner_id: toId });
        await open.addNotice('handed-over', userId, { user_id: toId });
      });
      return read(userId, spaceId);
    },
  };
}

/** What people who are not in a space see of it. */
export const cardOf = ({ space_id, name, picture_file_id, people }: SpaceRow, origin: string): SpaceCard => ({
  space_id,
  name,
  picture_url: picture_file_id === null ? null : `${origin}/files/${picture_file_id}/thumbnail`,
  people,
});

function placeIn(before: string | undefined) {
  if (before === undefined) return undefined;
  const dot = before.indexOf('.');
  return { at: Number(before.slice(0, dot)), id: before.slice(dot + 1) };
}

function noAccount(): never {
  return refuse('signed-out', 'This account no longer exists.');
}
