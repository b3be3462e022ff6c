import type { Friendship, Person, Standing } from '@polylogue/contract';

/** What of a profile is shown to whom, beside the username and the profile picture, which everybody sees. */
export const seenWith = {
  publicProfile: ['first_name', 'last_name', 'bio', 'tagline', 'cover_picture_url'],
  friendship: ['first_name', 'last_name', 'bio', 'tagline', 'cover_picture_url', 'location'],
} as const;

/** One person as they stand before the one who asks. */
interface Encounter {
  friendship: Friendship;
  /** Of the one who asks. */
  standing: Standing;
  /** Of the other one: whether strangers may send requests and invitations. */
  allowsInvites: boolean;
}

const mayContact = ({ standing, allowsInvites }: Encounter) => standing === 'good' && allowsInvites;

/** What one person may do with another. A friend link opens `befriend` whatever stands here. */
const personPolicy = {
  befriend: (met: Encounter) =>
    met.friendship === 'incoming' || (met.friendship === 'stranger' && mayContact(met)),
  invite: (met: Encounter) => met.friendship === 'friend' || (met.friendship !== 'self' && mayContact(met)),
  unfriend: ({ friendship }: Encounter) => friendship === 'friend',
  block: ({ friendship }: Encounter) => friendship !== 'self',
  report: ({ friendship }: Encounter) => friendship !== 'self',
} satisfies Record<keyof Person['can'], (met: Encounter) => boolean>;

export function rightsIn(met: Encounter): Person['can'] {
  return {
    befriend: personPolicy.befriend(met),
    invite: personPolicy.invite(met),
    unfriend: personPolicy.unfriend(met),
    block: personPolicy.block(met),
    report: personPolicy.report(met),
  };
}
