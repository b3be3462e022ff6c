import type { Friendship, Person, Standing } from '@polylogue/contract';

/** What is shown of a profile to whom, besides the username and the profile picture, which everyone sees. */
export const visibleFields = {
  publicProfile: ['first_name', 'last_name', 'bio', 'tagline', 'cover_picture_url'],
  friendship: ['first_name', 'last_name', 'bio', 'tagline', 'cover_picture_url', 'location'],
} as const;

/** One person as seen by another. */
interface PersonView {
  friendship: Friendship;
  /** The standing of the viewer. */
  standing: Standing;
  /** Whether the person accepts requests and invitations from strangers. */
  allowsInvites: boolean;
}

const mayContactStrangers = ({ standing, allowsInvites }: PersonView) => standing === 'good' && allowsInvites;

/** What one person may do with another. A friend link always allows `befriend`. */
const personPolicy = {
  befriend: (view: PersonView) =>
    view.friendship === 'incoming' || (view.friendship === 'stranger' && mayContactStrangers(view)),
  invite: (view: PersonView) =>
    view.friendship === 'friend' || (view.friendship !== 'self' && mayContactStrangers(view)),
  unfriend: ({ friendship }: PersonView) => friendship === 'friend',
  block: ({ friendship }: PersonView) => friendship !== 'self',
  report: ({ friendship }: PersonView) => friendship !== 'self',
} satisfies Record<keyof Person['can'], (view: PersonView) => boolean>;

export function rightsOf(view: PersonView): Person['can'] {
  return {
    befriend: personPolicy.befriend(view),
    invite: personPolicy.invite(view),
    unfriend: personPolicy.unfriend(view),
    block: personPolicy.block(view),
    report: personPolicy.report(view),
  };
}
