import type { Person, SpacePerson } from '@polylogue/contract';

/** Somebody in a space as a card begins with them: what else may be seen of them, the server tells. */
export const asPerson = (person: SpacePerson): Person => ({
  ...person,
  cover_picture_url: null,
  bio: null,
  tagline: null,
  location: null,
  friendship: 'stranger',
  can: { befriend: false, invite: false, unfriend: false, block: false, report: false },
});
