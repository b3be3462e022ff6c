import { spaceLimits } from '@polylogue/sync';
import { hasRight, type SpaceRight, type SpaceStanding, spaceRights } from '@polylogue/sync/spaces';
import { refuse } from '../../../platform/http/refuse.ts';
import type { MemberRow } from '../store/member-store.ts';
import type { Membership } from '../store/membership-store.ts';
import type { SessionTableRow } from '../store/session-store.ts';
import type { SpaceRow } from '../store/space-store.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

/** How long hosts can see the first version of an edited post (milliseconds). */
export const firstVersionLifetime = 30 * day;
/** How long a space cannot invite a person again after they declined (milliseconds). */
export const declineCooldown = 30 * day;
/** How often one person can invite another within a day. */
export const mostInvitationsToOne = 10;
/** How long before a session people are reminded of it (milliseconds). */
export const reminderTime = 15 * minute;
/** How long notifications are stored (milliseconds). */
export const notificationLifetime = 90 * day;
/** How far the clocks of two nodes may be apart (milliseconds). */
export const clockTolerance = 5_000;
export const aDayBefore = (at: number) => at - day;

/** How much of its author's text quota a post uses in addition to its text (bytes). */
const rowBytes = 100;
export const bytesOf = (...texts: (string | null)[]) =>
  texts.reduce((sum, text) => sum + Buffer.byteLength(text ?? ''), rowBytes);

/** Whether the time of a session has passed. */
export const isSessionOver = (
  { starts_at, minutes }: Pick<SessionTableRow, 'starts_at' | 'minutes'>,
  now: number,
) => starts_at + minutes * 60_000 <= now;

/** Whether everyone who is signed in finds it among the public spaces. */
export const isListed = ({ visibility, archived_at, closed_at }: SpaceRow) =>
  visibility === 'public' && archived_at === null && closed_at === null;

const isMuted = ({ muted_until }: Pick<MemberRow, 'muted_until'>, now: number) =>
  muted_until !== null && muted_until > now;

const standingOf = ({ space, me }: Membership, now: number): SpaceStanding => ({
  role: me.role,
  is_muted: isMuted(me, now),
  is_archived: space.archived_at !== null,
  members_invite: space.members_invite,
});

export const isHost = ({ role }: Pick<MemberRow, 'role'>) => role === 'owner' || role === 'host';

/** A person's rights in a space, sent along as `can`: none if the operator has closed it. */
export function rightsIn(membership: Membership, now: number): ReturnType<typeof spaceRights> {
  const rights = spaceRights(standingOf(membership, now));
  if (membership.space.closed_at === null) return rights;
  return Object.fromEntries(Object.keys(rights).map((right) => [right, false])) as typeof rights;
}

const refusalTexts: Partial<Record<SpaceRight, string>> = {
  post: 'You can read here, but not post.',
  react: 'You can read here, but not react.',
  invite: 'Only hosts can invite people to this space.',
  make_links: 'Only hosts can create links to this space.',
};

/** Refuses with the reason. */
export function mustBeAllowed(membership: Membership, right: SpaceRight, now: number): void {
  const rights = standingOf(membership, now);
  if (hasRight(rights, right)) return;
  if (hasRight({ ...rights, is_archived: false }, right)) {
    refuse(
      'not-allowed',
      membership.space.owner_id === null
        ? 'This space is archived, and its owner has left.'
        : 'This space is archived. Its owner can reopen it.',
    );
  }
  if (hasRight({ ...rights, is_muted: false, is_archived: false }, right)) {
    refuse('not-allowed', 'A host has muted you in this space. You can still read.');
  }
  refuse('not-allowed', refusalTexts[right] ?? 'Only a host of this space can do that.');
}

/** Refuses one more person if the space is full, or has too many speakers. */
export function mustHaveSeats(space: SpaceRow, isNew: boolean, isSpeaker: boolean): void {
  if (isNew && space.people >= spaceLimits.people) {
    refuse(
      'quota-used',
      `This space has ${spaceLimits.people.toLocaleString('en')} people, which is the maximum.`,
    );
  }
  if (isSpeaker && space.speakers >= spaceLimits.speakers) {
    refuse('quota-used', `In this space ${spaceLimits.speakers} people can post, which is the maximum.`);
  }
}

/** Refuses another reaction if there are too many. */
export function mustBeUnderReactionLimit(reactions: number): void {
  if (reactions < spaceLimits.reactions) return;
  const most = spaceLimits.reactions.toLocaleString('en');
  refuse(
    'quota-used',
    `You have reacted ${most} times, which is the maximum. Remove some of your reactions first.`,
  );
}

/** Refuses another space if there are too many. */
export function mustBeUnderSpaceLimit(spaces: number): void {
  if (spaces < spaceLimits.spaces) return;
  refuse('quota-used', `You are in ${spaceLimits.spaces} spaces, which is the maximum. Leave one first.`);
}

/** Refuses a post or a reaction that comes too soon in slow mode. */
export function mustRespectSlowMode({ space, me }: Membership, now: number, does = 'post'): void {
  if (space.slow_seconds === 0 || me.role === 'owner' || me.role === 'host' || me.posted_at === null) return;
  // Even if the clock was ahead, the wait is no longer than slow mode requires.
  const passed = Math.max(0, now - me.posted_at);
  const wait = Math.ceil((space.slow_seconds * 1000 - passed) / 1000);
  if (wait <= 0) return;
  refuse('too-many', `Slow mode is on. You can ${does} again in ${wait} s.`, { 'retry-after': String(wait) });
}

export function idTaken(): never {
  return refuse('taken', 'This id is already taken. Try again.');
}

/** The answer for a missing space, and for one that the person is not in. */
export function noSpace(): never {
  return refuse('not-found', 'Space not found');
}

export function noMessage(): never {
  return refuse('not-found', 'Message not found');
}

export function noInvitation(): never {
  return refuse('not-found', 'This invitation no longer exists.');
}

export function noMember(): never {
  return refuse('not-found', 'This person is not in the space.');
}

/** Refuses if the operator has closed it. */
export function mustBeOpen({ closed_at }: SpaceRow): void {
  if (closed_at !== null) refuse('not-found', 'The operator of this server has closed this space.');
}
