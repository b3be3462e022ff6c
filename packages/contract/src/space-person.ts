import type { z } from 'zod';
import { ItemId } from './item.ts';
import { Person } from './person.ts';

export const SpaceId = ItemId;

/** A person in a space, as the caller may see them. */
export const SpacePerson = Person.pick({
  user_id: true,
  username: true,
  first_name: true,
  last_name: true,
  profile_picture_url: true,
});
export type SpacePerson = z.infer<typeof SpacePerson>;
