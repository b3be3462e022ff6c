import type { SentInvitation } from '@polylogue/contract';
import { spaceLimits } from '@polylogue/sync';
import type { SpaceContext } from '../core/context.ts';
import { isHost, noInvitation } from '../core/policy.ts';
import { type InvitationRow, invitationStore } from '../store/invitation-store.ts';

/** The invitations that people have sent, and taking them back. */
export function listingSentInvitations({
  database,
  commands,
  views,
  blockedAmong,
  now,
}: Pick<SpaceContext, 'database' | 'commands' | 'views' | 'blockedAmong' | 'now'>) {
  /** These invitations as the person who has sent them, or a host, sees them. */
  async function shown(viewerId: string, rows: readonly InvitationRow[]): Promise<SentInvitation[]> {
    const blocked = await blockedAmong(
      viewerId,
      rows.flatMap(({ by_id, to_user }) => [by_id ?? [], to_user ?? []].flat()),
    );
    const seen = await views.people(
      viewerId,
      rows.flatMap(({ to_user }) => to_user ?? []),
    );
    return rows
      .filter(({ by_id, to_user }) => !blocked.has(by_id ?? '') && !blocked.has(to_user ?? ''))
      .map(({ invitation_id, to_user, role, by_id, created_at, expires_at, uses_left, shows_maker }) => ({
        invitation_id,
        to_user: seen.find(({ user_id }) => user_id === to_user) ?? null,
        is_link: to_user === null,
        role,
        by_id,
        created_at,
        expires_at,
        uses_left,
        shows_maker,
      }));
  }

  return {
    shown,

    async sent(userId: string, spaceId: string): Promise<{ invitations: SentInvitation[] }> {
      const { me } = await views.membership(userId, spaceId);
      const rows = await invitationStore(database.db).openIn(spaceId, now(), spaceLimits.openInvitations);
      return {
        invitations: await shown(userId, isHost(me) ? rows : rows.filter(({ by_id }) => by_id === userId)),
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
  };
}
export type ListingSentInvitations = ReturnType<typeof listingSentInvitations>;
