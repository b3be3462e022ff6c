import type { Friendship, Person, Standing } from '@polylogue/contract';

/** What is shown of a profile to whom, besides the username and the profile picture, which everybody sees. */
export const seenWith = {
  publicProfile: ['first_name', 'last_name', 'bio', 'tagline', 'cover_picture_url'],
  friendship: ['first_name', 'last_name', 'bio', 'tagline', 'cover_picture_url', 'location'],
} as const;

/** One person as seen by another. */
interface Encounter {
  friendship: Friendship;
  /** The standing of the viewer. */
  standing: Standing;
  /** Whether the person accepts requests and invitations from strangers. */
  allowsInvites: boolean;
}

const mayContact = ({ standing, allowsInvites }: Encounter) => standing === 'good' && allowsInvites;

/** What one person may do with another. A friend link always allows `befriend`. */
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
