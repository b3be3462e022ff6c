import type { ReceivedInvitation, SentInvitation, SpaceByCode } from '@polylogue/contract';
import { spaceLimits } from '@polylogue/sync';
import type { Database, Queries } from '../../../platform/database/database.ts';
import { refuse } from '../../../platform/http/refuse.ts';
import { hashOf } from '../../../platform/tokens/hash.ts';
import { contacts } from '../../users/service.ts';
import type { Command, Commands } from '../core/command.ts';
import {
  aDayBefore,
  declineCooldown,
  idTaken,
  isHost,
  mostInvitationsToOne,
  mustBeOpen,
} from '../core/policy.ts';
import type { Views } from '../core/view.ts';
import type { WorkingInvitations } from '../core/working-invitations.ts';
import { type Joining, roleOnJoining } from '../members/joining.ts';
import { cardOf } from '../members/public-spaces.ts';
import type { EnqueueingNotifications } from '../notifications/enqueueing.ts';
import { countInvitations, type InvitationRow, invitationStore } from '../store/invitation-store.ts';
import { type MemberRow, memberStore } from '../store/member-store.ts';
import { membershipStore } from '../store/membership-store.ts';
import { spaceStore } from '../store/space-store.ts';

interface InvitationDeps {
  database: Database;
  commands: Commands;
  views: Views;
  joining: Joining;
  working: WorkingInvitations;
  notifications: Pick<EnqueueingNotifications, 'enqueue'>;
  lock(userId: string, on: Queries): Promise<boolean>;
  friendsAmong(userId: string, others: readonly string[], on: Queries): Promise<Set<string>>;
  blockedAmong(userId: string, others: readonly string[], on?: Queries): Promise<Set<string>>;
  origin: () => string;
  now: () => number;
}

export interface NewInvitation {
  invitation_id: string;
  role: 'member' | 'listener';
  hours: number;
  to_user?: string;
  code?: string;
  uses?: number;
}

const hour = 60 * 60 * 1000;

/** Inviting people to a space, individually or by link, and their answers. */
export function invitingToSpaces(deps: InvitationDeps) {
  const { database, commands, views, joining, working, notifications, origin, now } = deps;
  const store = invitationStore(database.db);
  const { contacts: accounts } = contacts(database);

  /** Refuses people who cannot be invited, in the same words whether they do not exist or a block is in the way. */
  async function mustBeReachable({ open, me, space }: Command, toId: string): Promise<{ isFriend: boolean }> {
    const { trx } = open;
    const people = await accounts([me.user_id, toId], trx);
    const to = people.get(toId);
    const isBlocked = (await deps.blockedAmong(me.user_id, [toId], trx)).size > 0;
    if (toId === me.user_id) refuse('bad-input', 'You are already in this space.');
    if (!to || to.standing === 'suspended' || isBlocked) return refuse('not-found', 'User not found');
    const isFriend = (await deps.friendsAmong(me.user_id, [toId], trx)).has(toId);
    const isLimited = people.get(me.user_id)?.standing !== 'good';
    if (!isFriend && (isLimited || !to.allowsInvites)) {
      refuse(
        'not-allowed',
        isLimited
          ? 'Your account may not contact people you do not know. Contact the operator of this server.'
          : 'This person does not accept invitations from people they do not know.',
      );
    }
    const member = await memberStore(trx).find(space.space_id, toId);
    if (member?.left_at === null) refuse('bad-input', 'This person is already in the space.');
    if (member?.is_banned) {
      refuse(
        'not-allowed',
        isHost(me)
          ? 'This person is banned. Lift the ban first.'
          : 'This person cannot be invited. Ask a host of this space.',
      );
    }
    return { isFriend };
  }

  async function mustBeInGoodStanding(userId: string, on: Queries) {
    if ((await accounts([userId], on)).get(userId)?.standing === 'good') return;
    refuse(
      'not-allowed',
      'Your account may not create links to spaces. Contact the operator of this server.',
    );
  }

  async function mustNotBeTooMany({ open, me, space }: Command, to?: { userId: string; isFriend: boolean }) {
    const invitations = invitationStore(open.trx);
    const inSpace = await invitations.openIn(space.space_id, open.now, spaceLimits.openInvitations);
    if (inSpace.length >= spaceLimits.openInvitations) {
      refuse(
        'quota-used',
        `There are ${spaceLimits.openInvitations} open invitations to this space. Withdraw one first.`,
      );
    }
    if (!to) return;
    // Of several simultaneous invitations, in all spaces, each counts the earlier ones.
    await deps.lock(me.user_id, open.trx);
    if (
      (await countInvitations(open.trx, me.user_id, { userId: to.userId }, aDayBefore(open.now))) >=
      mostInvitationsToOne
    ) {
      refuse(
        'too-many',
        `You can invite the same person ${mostInvitationsToOne} times a day. Try again tomorrow.`,
      );
    }
    if (to.isFriend) return;
    const most = spaceLimits.invitationsToStrangers;
    if ((await countInvitations(open.trx, me.user_id, 'strangers', aDayBefore(open.now))) < most) return;
    refuse(
      'too-many',
      `You can invite ${most} people a day who are not your friends. Try again tomorrow, or send them a link.`,
    );
  }

  async function invite(userId: string, spaceId: string, given: NewInvitation) {
    const { invitation_id, to_user, code, role } = given;
    return commands.inSpace(userId, spaceId, async (command) => {
      const { open, space, must } = command;
      const invitations = invitationStore(open.trx);
      const existing = await invitations.find(invitation_id);
      if (existing) {
        if (existing.by_id !== userId || existing.space_id !== spaceId) idTaken();
        return { row: existing, head: open.head };
      }
      must(to_user === undefined ? 'make_links' : 'invite');
      const row: InvitationRow = {
        invitation_id,
        space_id: spaceId,
        code_hash: null,
        to_user: null,
        is_to_stranger: false,
        role,
        by_id: userId,
        created_at: open.now,
        expires_at: open.now + given.hours * hour,
        uses_left: null,
        declined_at: null,
        ended_at: null,
      };
      if (to_user !== undefined) {
        const { isFriend } = await mustBeReachable(command, to_user);
        const earlier = await invitations.openBetween(spaceId, userId, to_user, open.now);
        if (earlier) {
          // No second notification; the answer is the same whether it was declined or not.
          if (earlier.role !== role) {
            await invitations.change(earlier.invitation_id, { role });
            open.markChanged();
          }
          return { row: { ...earlier, role }, head: open.head };
        }
        await mustNotBeTooMany(command, { userId: to_user, isFriend });
        const declined = await invitations.declinedAt(spaceId, to_user);
        // Inviting again does not get around being declined, and does not reveal it.
        const isQuiet = declined !== null && declined > open.now - declineCooldown;
        Object.assign(row, { to_user, is_to_stranger: !isFriend, declined_at: isQuiet ? declined : null });
        if (!isQuiet) await notifications.enqueue(open.trx, { kind: 'invitation', invitation_id });
      } else if (code !== undefined) {
        if (space.visibility === 'invited') {
          refuse('not-allowed', 'This space can only be joined by invitation. Its owner can allow links.');
        }
        await mustBeInGoodStanding(userId, open.trx);
        await mustNotBeTooMany(command);
        if (await invitations.isCodeTaken(hashOf(code))) idTaken();
        Object.assign(row, { code_hash: hashOf(code), uses_left: given.uses ?? 100 });
      }
      await invitations.add(row);
      open.markChanged();
      return { row, head: open.head };
    });
  }

  async function sentInvitations(
    viewerId: string,
    rows: readonly InvitationRow[],
  ): Promise<SentInvitation[]> {
    const blocked = await deps.blockedAmong(
      viewerId,
      rows.flatMap(({ by_id, to_user }) => [by_id ?? [], to_user ?? []].flat()),
    );
    const seen = await views.people(
      viewerId,
      rows.flatMap(({ to_user }) => to_user ?? []),
    );
    return rows
      .filter(({ by_id, to_user }) => !blocked.has(by_id ?? '') && !blocked.has(to_user ?? ''))
      .map(({ invitation_id, to_user, role, by_id, created_at, expires_at, uses_left }) => ({
        invitation_id,
        to_user: seen.find(({ user_id }) => user_id === to_user) ?? null,
        is_link: to_user === null,
        role,
        by_id,
        created_at,
        expires_at,
        uses_left,
      }));
  }

  /** An invitation that the person may answer now. */
  async function openTo(userId: string, invitationId: string, on: Queries): Promise<InvitationRow> {
    const row = await invitationStore(on).find(invitationId);
    const isOpen = row?.to_user === userId && row.declined_at === null && row.ended_at === null;
    if (!row || !isOpen || row.expires_at <= now()) return noInvitation();
    if (row.by_id && (await deps.blockedAmong(userId, [row.by_id], on)).size > 0) noInvitation();
    return row;
  }

  /** A listener who returns stays one, unless a host invites them. */
  async function roleByInvitation(
    { space_id, by_id, role }: InvitationRow,
    before: MemberRow | undefined,
    on: Queries,
  ): Promise<InvitationRow['role']> {
    if (before?.role !== 'listener') return role;
    const by = by_id === null ? undefined : await membershipStore(on).find(space_id, by_id);
    return by && isHost(by.me) ? role : 'listener';
  }

  return {
    async invite(userId: string, spaceId: string, given: NewInvitation) {
      const { row, head } = await invite(userId, spaceId, given);
      const [invitation = noInvitation()] = await sentInvitations(userId, [row]);
      return { invitation, head };
    },

    async sent(userId: string, spaceId: string): Promise<{ invitations: SentInvitation[] }> {
      const { me } = await views.membership(userId, spaceId);
      const rows = await store.openIn(spaceId, now(), spaceLimits.openInvitations);
      return {
        invitations: await sentInvitations(
          userId,
          isHost(me) ? rows : rows.filter(({ by_id }) => by_id === userId),
        ),
      };
    },

    revoke: (userId: string, spaceId: string, invitationId: string) =>
      commands.inSpace(userId, spaceId, async ({ open, me }) => {
        const invitations = invitationStore(open.trx);
        const row = await invitations.find(invitationId);
        if (row?.space_id !== spaceId || (row.by_id !== userId && !isHost(me))) return noInvitation();
        if (row.ended_at !== null) return { head: open.head };
        await invitations.change(invitationId, { ended_at: open.now });
        open.markChanged();
        return { head: open.head };
      }),

    async received(userId: string): Promise<{ invitations: ReceivedInvitation[] }> {
      const rows = await working.to(userId);
      // Of several invitations to one space, the newest.
      const newest = [...Map.groupBy(rows, ({ space_id }) => space_id).values()].flatMap(
        ([row]) => row ?? [],
      );
      const found = await spaceStore(database.db).some(newest.map(({ space_id }) => space_id));
      const seen = await views.people(
        userId,
        newest.flatMap(({ by_id }) => by_id ?? []),
      );
      const invitations: ReceivedInvitation[] = [];
      for (const row of newest) {
        const space = found.find(({ space_id }) => space_id === row.space_id);
        const by = seen.find(({ user_id }) => user_id === row.by_id);
        if (!space || !by || space.closed_at !== null || space.archived_at !== null) continue;
        const { invitation_id, created_at, expires_at } = row;
        const role = await roleByInvitation(
          row,
          await memberStore(database.db).find(row.space_id, userId),
          database.db,
        );
        invitations.push({ invitation_id, space: cardOf(space, origin()), by, role, created_at, expires_at });
      }
      return { invitations };
    },

    /** Returns the space they have joined; undefined if they declined. */
    async answer(userId: string, invitationId: string, action: 'accept' | 'decline') {
      const row = await store.find(invitationId);
      if (!row || row.to_user !== userId) return noInvitation();
      const before = await memberStore(database.db).find(row.space_id, userId);
      // A repeat, because our response was lost on the way.
      if (action === 'accept' && before?.left_at === null) return row.space_id;
      if (action === 'decline' && row.declined_at !== null) return undefined;
      await commands.ofSpace(row.space_id, async (open) => {
        const current = await openTo(userId, invitationId, open.trx);
        // Takes no number in the feed, which would reveal it to the space.
        if (action === 'decline') {
          return invitationStore(open.trx).decline(row.space_id, userId, open.now);
        }
        mustBeOpen(open.space);
        if (!(await working.works(current, open.trx))) noInvitation();
        const member = await memberStore(open.trx).find(row.space_id, userId);
        if (member?.is_banned) noInvitation();
        await joining.mustBeAllowedToJoin(userId, [open.space.owner_id, current.by_id], open.trx);
        await joining.addMember(open, userId, await roleByInvitation(current, member, open.trx));
      });
      return action === 'accept' ? row.space_id : undefined;
    },

    /** The space to which a link leads. */
    async byCode(code: string, userId: string | undefined): Promise<SpaceByCode> {
      const link = (await store.link(hashOf(code), now())) ?? deadLink();
      const space = (await spaceStore(database.db).find(link.space_id)) ?? deadLink();
      const member =
        userId === undefined ? undefined : await memberStore(database.db).find(link.space_id, userId);
      const isOpen = space.closed_at === null && space.visibility !== 'invited';
      if (!isOpen || space.archived_at !== null || member?.is_banned) return deadLink();
      if (!(await working.works(link, database.db))) return deadLink();
      return {
        ...cardOf(space, origin()),
        is_member: member?.left_at === null,
        role: userId === undefined ? null : roleOnJoining(link.role, space, member),
      };
    },
  };
}

function noInvitation(): never {
  return refuse('not-found', 'This invitation no longer exists.');
}

function deadLink(): never {
  return refuse('not-found', 'This link no longer works. Ask for a new one.');
}
