import type { Person, SpacePerson } from '@polylogue/contract';

/** A member of a space as their card first shows them: the server adds what else may be seen. */
export const asPerson = (person: SpacePerson): Person => ({
  ...person,
  cover_picture_url: null,
  bio: null,
  tagline: null,
  location: null,
  friendship: 'stranger',
  can: { befriend: false, invite: false, unfriend: false, block: false, report: false },
});
