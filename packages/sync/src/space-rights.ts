/** What a person is in one space. */
export type SpaceRole = 'owner' | 'host' | 'member' | 'listener';

export type SpaceRight =
  | 'read'
  | 'react'
  | 'post'
  /** Invite people one by one. */
  | 'invite'
  /** Make links with which others join. */
  | 'make_links'
  | 'delete_posts'
  | 'mute'
  /** Remove and ban. */
  | 'remove'
  /** Set how long people wait between two posts. */
  | 'set_slow_mode'
  /** Make listeners members, and members listeners. */
  | 'set_roles'
  /** Name, description, picture, and whether members may invite. */
  | 'edit'
  | 'schedule'
  /** Pin messages, which the AI is sent whatever the topic is. */
  | 'pin'
  | 'make_hosts'
  | 'set_visibility'
  | 'archive'
  | 'hand_over'
  /** Delete the space for good. */
  | 'delete';

const everyone: readonly SpaceRight[] = ['read', 'react'];
const members: readonly SpaceRight[] = [...everyone, 'post', 'invite'];
const hosts: readonly SpaceRight[] = [
  ...members,
  'make_links',
  'delete_posts',
  'mute',
  'remove',
  'set_slow_mode',
  'set_roles',
  'edit',
  'schedule',
  'pin',
];

const table: Record<SpaceRole, readonly SpaceRight[]> = {
  owner: [...hosts, 'make_hosts', 'set_visibility', 'archive', 'hand_over', 'delete'],
  host: hosts,
  member: members,
  listener: everyone,
};

export const spaceRightNames = table.owner;

/** What still can be done in a space that is archived. */
const archived: ReadonlySet<SpaceRight> = new Set(['read', 'remove', 'archive', 'delete']);
/** Rights that a muted person loses. */
const spoken: ReadonlySet<SpaceRight> = new Set(['react', 'post', 'invite', 'make_links', 'schedule', 'pin']);

export interface SpaceStanding {
  role: SpaceRole;
  is_muted: boolean;
  is_archived: boolean;
  /** Whether members, not only hosts, may invite and make links. */
  members_invite: boolean;
}

/** What a person may do in a space. */
export function spaceRights(standing: SpaceStanding): Record<SpaceRight, boolean> {
  return Object.fromEntries(spaceRightNames.map((right) => [right, hasRight(standing, right)])) as Record<
    SpaceRight,
    boolean
  >;
}

export function hasRight(standing: SpaceStanding, right: SpaceRight): boolean {
  if (standing.is_archived && !archived.has(right)) return false;
  if (standing.is_muted && spoken.has(right)) return false;
  // What a newer version made someone counts as little as it can.
  if (standing.role !== 'member') return (table[standing.role] ?? table.listener).includes(right);
  if (right === 'make_links') return standing.members_invite;
  return table.member.includes(right) && (right !== 'invite' || standing.members_invite);
}

const ranks: Record<SpaceRole, number> = { owner: 2, host: 1, member: 0, listener: 0 };

/** Whether a person with the right may mute or remove another, or delete their posts. */
export const outranks = (role: SpaceRole, other: SpaceRole): boolean => ranks[role] > ranks[other];
