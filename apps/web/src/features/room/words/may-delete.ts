import type { OwnSpace, Space } from '@polylogue/contract';

interface Deleting extends Pick<OwnSpace, 'role'>, Pick<Space, 'owner_id'> {
  me: string;
  can: Pick<OwnSpace['can'], 'delete_posts'>;
}

/** Whether the reader is offered to delete what a person wrote or asked for; which others are hosts, no row says. */
export const mayDelete = (by_id: string | null, { me, role, can, owner_id }: Deleting): boolean =>
  // Deleting one's own posts takes no right.
  by_id === me || (can.delete_posts && (role === 'owner' || by_id === null || by_id !== owner_id));
