import type { Database, Queries } from '../../../platform/database/database.ts';
import { contacts } from '../../users/service.ts';
import { type InvitationRow, invitationStore } from '../store/invitation-store.ts';
import { membershipStore } from '../store/membership-store.ts';
import { rightsIn } from './policy.ts';

interface WorkingInvitationDeps {
  database: Database;
  now: () => number;
}

const mostListed = 100;

/** Which invitations and links work: only while the person who made them may still make them. */
export function workingInvitations({ database, now }: WorkingInvitationDeps) {
  const { contacts: accounts } = contacts(database);

  async function works(row: InvitationRow, on: Queries): Promise<boolean> {
    const { space_id, by_id, to_user, is_to_stranger } = row;
    const maker = by_id === null ? undefined : await membershipStore(on).find(space_id, by_id);
    if (!maker) return false;
    const standing = (await accounts([maker.me.user_id], on)).get(maker.me.user_id)?.standing;
    const rights = rightsIn(maker, now());
    // A limited account invites friends only.
    const isForFriend = to_user !== null && !is_to_stranger;
    if (isForFriend ? standing === 'suspended' : standing !== 'good') return false;
    return to_user === null ? rights.make_links : rights.invite;
  }

  return {
    works,

    /** The invitations that a person may accept, newest first. */
    async to(userId: string): Promise<InvitationRow[]> {
      const rows = await invitationStore(database.db).openTo(userId, now(), mostListed);
      const working: InvitationRow[] = [];
      for (const row of rows) if (await works(row, database.db)) working.push(row);
      return working;
    },
  };
}
export type WorkingInvitations = ReturnType<typeof workingInvitations>;
